// Which tools a model is offered by where they say that they are reached from.
import { isOfferedToCode, modelName } from '@slyglass/tools'
import type { ToolDefinition } from '@slyglass/tools/define'
import type { AreaRunner } from './area-runner.ts'
import { differs, firstOf } from './expect-value.ts'
import { playAgent } from './play-agent.ts'
import { gives } from './small-tools.ts'

const EXPOSURES = ['auto', 'direct', 'code', 'command'] as const
const RUN_CODE = 'run_code'

export const checkExposure: AreaRunner = async ({ input, expected }) => {
  const tools: ToolDefinition[] = EXPOSURES.map((exposure) => gives(`t.${exposure}`, exposure, { exposure }))
  const isOn = input.get('code_mode') === true
  const { offered } = await playAgent({
    tools: [...tools, gives(RUN_CODE, '')],
    studio: { code_mode: { enabled: isOn } },
  })
  const inside = EXPOSURES.filter((exposure) => isOfferedToCode({ profile: 'bub' }, exposure))
  const names = inside.map((exposure) => modelName(`t.${exposure}`))
  const plain = await playAgent({ tools, studio: { code_mode: { enabled: true } } })
  return firstOf(
    differs('offered', expected.get('offered'), offered[0]),
    isOn ? differs('inside code', expected.get('inside_code'), names) : undefined,
    differs('offered without run_code', ['t_auto', 't_direct'], plain.offered[0]),
  )
}
