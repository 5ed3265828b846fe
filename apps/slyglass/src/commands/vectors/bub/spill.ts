// A long result, as an agent that can read what was put aside is told it.
import { isJsonList, jsonAt } from '@slyglass/base'
import { type AreaRunner, byId } from './area-runner.ts'
import { differs, firstOf } from './expect-value.ts'
import { playAgent } from './play-agent.ts'
import { gives } from './small-tools.ts'

const LINES = 'line\n'.repeat(20_000)
const HANDLE = /spill_[0-9a-f]+/g

export const checkSpill: AreaRunner = byId({
  async 'bub-081'({ expected }) {
    const tools = [gives('long', LINES)]
    const turns = [[['long', {}]]] as const
    const { told, offered } = await playAgent({ tools, turns })
    const [text = ''] = told
    const first = text.split('\n').slice(0, 2)
    const wanted = jsonAt(expected, 'first_lines')
    const plain = await playAgent({ tools, turns, studio: { allowed_tools: ['long'] } })
    return firstOf(
      differs(
        'first lines',
        isJsonList(wanted) ? wanted : null,
        first.map((line) => line.replace(HANDLE, 'HANDLE')),
      ),
      differs('length', expected.get('total_chars'), text.length),
      differs('offered afterwards', ['long', 'spill_read'], offered[1]),
      differs('without the reader', LINES, plain.told[0]),
    )
  },
})
