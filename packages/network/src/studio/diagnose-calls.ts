// Hints on how tools under rules are called: nothing here is wrong, but it goes wrong often.
import { isJsonObject, type Json, jsonAt } from '@slyglass/base'
import type { HoconValue } from '@slyglass/hocon'
import { jsonOf } from '@slyglass/hocon'
import type { Diagnostic } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { nameRange, say } from '../say.ts'
import { layOver } from './lay-over.ts'

const ACTING = ['write', 'execute', 'communicate']

export function diagnoseCalls(root: HoconValue, entries: readonly EntrySource[]): readonly Diagnostic[] {
  const whole = jsonAt(jsonOf(root), 'studio')
  const ruled = entries.flatMap((source) => {
    const own = source.entry.json.get('studio')
    const studio = [whole, own].filter(isJsonObject).reduce(layOver, new Map<string, Json>())
    return studio.size === 0 ? [] : [{ source, studio }]
  })
  const acting = ruled.filter(({ studio }) => ACTING.includes(String(studio.get('category'))))
  return ruled.flatMap(({ source, studio }): readonly Diagnostic[] => {
    const { entry } = source
    const hint = (code: string, text: string) => say('hint', code, text, nameRange(source), entry.name)
    const pair = acting.filter((other) => entry.tools.some(({ name }) => name === other.source.entry.name))
    if (studio.get('parallel_tool_calls') === true && pair.length > 1) {
      const [one, two] = pair.map((other) => other.source.entry.name)
      return [
        hint(
          'acts-in-parallel',
          `${one} and ${two} both act on the world, and ${entry.name} may run them together: the model's order means nothing then`,
        ),
      ]
    }
    if (entry.kind !== 'coded-tool') return []
    const asks = studio.get('requires_approval') === true || jsonAt(studio, 'permissions', 'mode') === 'strict'
    // A person who is asked sees the arguments.
    const isUnchecked = studio.get('validate_args') === 'off' && !asks
    const isUnguarded = isUnchecked && studio.get('category') === 'execute'
    return [
      ...(isUnchecked && !isUnguarded
        ? [hint('unvalidated', `nothing checks what a model sends to ${entry.name}: validate_args is off`)]
        : []),
      ...(studio.get('timeout_ms') === null ? [hint('no-timeout', `${entry.name} may take as long as it likes`)] : []),
      ...(isUnguarded
        ? [
            hint(
              'unguarded',
              `${entry.name} executes what a model sends, with neither a checked schema nor a person's consent`,
            ),
          ]
        : []),
    ]
  })
}
