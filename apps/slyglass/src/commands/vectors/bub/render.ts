// The text that a model reads of a result which has no renderer of its own.
import { jsonAt } from '@slyglass/base'
import { type AreaRunner, byId, type VectorTools } from './area-runner.ts'
import { differs, firstOf } from './expect-value.ts'
import { playAgent } from './play-agent.ts'
import { pythonText } from './python-tools.ts'
import { gives } from './small-tools.ts'

async function typescriptText(value: unknown): Promise<string | undefined> {
  const { told } = await playAgent({ tools: [gives('give', value)], turns: [[['give', {}]]] })
  return told[0]
}

const IMPORTS = 'import datetime\nfrom dataclasses import dataclass\n'
const MODEL = `${IMPORTS}
@dataclass
class M:
    id: str
    n: int
`

/** Python renders as was seen. TypeScript has no text for it, so the nearest JSON is told. */
async function checkBoth(
  tools: VectorTools,
  expected: Parameters<AreaRunner>[0]['expected'],
  {
    python,
    value,
    nearest,
  }: { readonly python: readonly [string, string]; readonly value: unknown; readonly nearest: string },
): Promise<string | undefined> {
  return firstOf(
    differs('Python', expected.get('text'), await pythonText(tools, ...python)),
    differs('TypeScript', nearest, await typescriptText(value)),
  )
}

export const checkRender: AreaRunner = byId({
  async 'bub-007'({ input, expected }, tools) {
    const nearest = String(jsonAt(expected, 'text'))
    const value = { a: 'é', b: null, c: true }
    return firstOf(
      differs('input', input.get('value'), value),
      await checkBoth(tools, expected, { python: [IMPORTS, '{"a": "é", "b": None, "c": True}'], value, nearest }),
    )
  },
  async 'bub-009'({ expected }, tools) {
    const value = [{ id: 'q', n: 3 }]
    return checkBoth(tools, expected, { python: [MODEL, '[M("q", 3)]'], value, nearest: '[{"id": "q", "n": 3}]' })
  },
  async 'bub-010'({ expected }, tools) {
    return checkBoth(tools, expected, { python: [IMPORTS, '{1}'], value: new Set([1]), nearest: '[1]' })
  },
  async 'bub-011'({ expected }, tools) {
    const value = new Date('2026-01-02T00:00:00Z')
    const python = [IMPORTS, 'datetime.date(2026, 1, 2)'] as const
    return checkBoth(tools, expected, { python, value, nearest: '2026-01-02T00:00:00.000Z' })
  },
})
