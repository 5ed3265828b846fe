// `gist`: a model says whether a text means what it should.
import { type Json, jsonAt, printJson, toJson } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { createTalk } from '../commands/chatting/talk.ts'
import type { Launched } from '../commands/launch.ts'
import type { ReadNetwork } from '../workspace/networks.ts'

const FILE = 'gist.hocon'
const INSTRUCTIONS = `You judge whether a text meets criteria.
Read both with goodwill: wording and order do not count, meaning does.
Answer with one word: pass when the text meets all of the criteria, fail when it does not.`

/** True when the text meets the criteria; undefined when the judge gave no clear answer. */
export async function judge(
  launched: Launched,
  tested: ReadNetwork,
  criteria: string,
  text: string,
): Promise<boolean | undefined> {
  const network = judgeNetwork(jsonAt(tested.network.json, 'llm_config'))
  const talk = createTalk({ launched, network, source: 'test', streaming: 'network' })
  const { text: said } = await talk.say({
    text: `The acceptance criteria are: ${criteria}\nThe text_sample is: ${text}`,
  })
  const [pass, fail] = ['pass', 'fail'].map((word) => said.toLowerCase().includes(word))
  return pass === fail ? undefined : pass
}

/** Asks the model that the tested network asks. */
function judgeNetwork(llmConfig: Json | undefined): ReadNetwork {
  const description = 'Judges whether a text meets criteria.'
  const tools = toJson([{ name: 'gist', function: { description }, instructions: INSTRUCTIONS }])
  const text = printJson(
    new Map<string, Json>([...(llmConfig === undefined ? [] : [['llm_config', llmConfig] as const]), ['tools', tools]]),
  )
  const texts = { [FILE]: text }
  return { network: readNetwork({ network: 'gist', file: FILE, texts }), documents: [{ path: FILE, text }] }
}
