// What a model reads when it calls a tool that is not there.
import { fromJson, isJsonList, jsonAt } from '@slyglass/base'
import { isOf } from '@slyglass/run-log'
import type { AreaRunner } from './area-runner.ts'
import { differs } from './expect-value.ts'
import { playAgent } from './play-agent.ts'
import { mathAdd } from './small-tools.ts'

export const checkLoop: AreaRunner = async ({ input, expected, isSame }) => {
  const allowed = jsonAt(input, 'allowed_tools')
  if (isJsonList(allowed)) {
    const { log } = await playAgent({ tools: [mathAdd()], studio: { allowed_tools: allowed } })
    const end = log.at(-1)
    const said = end !== undefined && isOf(end, 'run.finished') ? end.failure?.message : undefined
    return differs('failure', expected.get('raises'), said)
  }
  const calls = jsonAt(input, 'model_calls')
  const [call] = isJsonList(calls) ? calls : []
  const [name, args] = isJsonList(call) ? call : []
  const sent = fromJson(args ?? new Map()) as object
  const { told, log } = await playAgent({ tools: [mathAdd()], turns: [[[String(name), sent]]] })
  if (isSame) return differs('tool message', expected.get('tool_message'), told[0])
  // The name with dots is accepted here, and the row notes it.
  const started = log.find((event) => isOf(event, 'tool.started'))
  const noted = started !== undefined && isOf(started, 'tool.started') ? started.calledAs : undefined
  return differs('tool message', '3', told[0]) ?? differs('noted name', String(name), noted)
}
