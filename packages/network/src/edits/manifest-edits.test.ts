import { applyTextEdits, invertTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { type ManifestEdit, planManifestEdit } from '../index.ts'

const FILE = 'registries/manifest.hocon'

function after(text: string, edit: ManifestEdit): string {
  const planned = planManifestEdit(
    { file: FILE, texts: { [FILE]: text, 'registries/more.hocon': '"m.hocon" = true' } },
    edit,
  )
  if (!planned.ok) return planned.error.code
  const edits = planned.value.filter(({ doc }) => doc === FILE)
  const changed = applyTextEdits(text, edits)
  expect(applyTextEdits(changed, invertTextEdits(text, edits))).toBe(text)
  return changed
}

const all = { serve: true, public: true, mcp: true }
const none = { serve: false, public: false, mcp: false }
const manifest =
  '{\n    # all\n    "a.hocon": true,\n    "b/c.hocon": { "serve": true }, # quiet\n    "old.hocon": false\n}\n'

describe('a manifest', () => {
  test.each<[ManifestEdit, string, string]>([
    [{ kind: 'set-served', name: 'a', served: none }, '"a.hocon": true', '"a.hocon": false'],
    [{ kind: 'set-served', name: 'b/c', served: all }, '{ "serve": true }', 'true'],
    [
      { kind: 'set-served', name: 'old', served: { ...none, serve: true } },
      '"old.hocon": false',
      '"old.hocon": { "serve": true, "public": false, "mcp": false }',
    ],
    [{ kind: 'remove-network', name: 'b/c' }, '    "b/c.hocon": { "serve": true }, # quiet\n', ''],
    [{ kind: 'rename-network', name: 'a', file: 'registries/x/a.hocon' }, '"a.hocon"', '"x/a.hocon"'],
    [
      { kind: 'add-network', file: 'registries/new.hocon', served: all },
      '"old.hocon": false\n',
      '"old.hocon": false,\n    "new.hocon": true\n',
    ],
  ])('%j', (edit, from, to) => {
    expect(after(manifest, edit)).toBe(manifest.replace(from, to))
  })

  test.each(['\n', '\r\n'])(
    'a new network stands apart by a blank line only where others do, with %j as line ends',
    (eol) => {
      const add: ManifestEdit = { kind: 'add-network', file: 'registries/new.hocon', served: all }
      for (const gap of ['', '\n']) {
        const text = `{\n  "a.hocon" = true,\n${gap}  "b.hocon" = true\n}\n`
        const expected = text.replace('true\n}', `true,\n${gap}  "new.hocon" = true\n}`)
        expect(after(text.replaceAll('\n', eol), add)).toBe(expected.replaceAll('\n', eol))
      }
    },
  )

  test('the name of an MCP tool stays while it is one', () => {
    const text = '"a.hocon" { serve = true, mcp { name = adder } }\n'
    const set = (served: typeof all) => after(text, { kind: 'set-served', name: 'a', served })
    expect(set(all)).toContain('"mcp" { "name" = "adder" }')
    expect(set({ ...all, mcp: false })).toBe('"a.hocon" { "serve" = true, "public" = true, "mcp" = false }\n')
  })

  test('refuses what it does not know and what lies elsewhere', () => {
    expect(after(manifest, { kind: 'remove-network', name: 'x' })).toBe('unknown-network')
    expect(after(manifest, { kind: 'add-network', file: 'other/x.hocon', served: all })).toBe('bad-file')
    expect(after(manifest, { kind: 'add-network', file: 'registries/a.hocon', served: all })).toBe('already-there')
  })
})
