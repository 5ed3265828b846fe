import { describe, expect, test } from 'vitest'
import { findSlyKeys } from './sly-keys.ts'

test('[S-31] keys that a source names are found without running it', () => {
  const python = `
class Till:
    def invoke(self, args, sly_data):
        total = sly_data.get("running_cost", 0.0)
        if 'token' not in sly_data: raise ValueError
        sly_data["order id"] = args["order"]
        sly_data.update(more)
        total = sly_data.get(name)
`
  expect(findSlyKeys(python, 'till.Till', 'python')).toEqual(['running_cost', 'token', 'order id'])
  const script = `export class Till {
    invoke(args, slyData) { slyData.total = Number(slyData['last'] ?? 0); if ("seen" in slyData) slyData.has("x") }
  }`
  expect(findSlyKeys(script, 'till.Till', 'typescript')).toEqual(['total', 'last', 'seen'])
})

const PYTHON = `
import os
sly_data["module"] = 1

class Base(CodedTool):
    """
class Quoted:
    """
    def keep(self, sly_data):
        sly_data["kept"] = 1

# class Commented:
async def note(sly_data):
    _write(sly_data)
    sly_data["noted"] = 1

def _write(sly_data):
    sly_data["written"] = 1

def last(sly_data): return sly_data.get("last")

def other(sly_data):
    sly_data["other"] = 1

class Till(
    Base,
):
    text = """
unindented { text
"""
# a comment at the margin
    async def async_invoke(
        self, args, sly_data
    ):
        sly_data["till"] = 1

        note(sly_data, last(sly_data))
        return Desk

class Desk(CodedTool):
    def invoke(self, args, sly_data):
        return sly_data.get("desk")

if os.name:
    class Inner:
        def invoke(self, args, sly_data):
            return sly_data["inner"]
    sly_data["after"] = 1
class Empty: pass
`

const TYPESCRIPT = `
import { Passed } from './passed.ts'
slyData.module = 1
abstract class Base<T extends { a: string }> {
  keep(slyData) { slyData.kept = 1 }
}
// class Commented {
function note(slyData: { [key: string]: unknown }) {
  write(slyData)
  slyData.noted = 1
}
const write = (slyData: Sly): void => { slyData.written = 1 }
const other = (slyData) => { slyData.other = 1 }
const LIMIT = (1 < 2) ? 3 : 4
const last = slyData => slyData.last
export class Till extends Base<{ a: string }> {
  text = "}" + '}' + \`} \${1} }\`.replace(/[}"']/g, '') /* } */
  invoke(args, slyData) { // }
    if (slyData) { slyData.till = 1 }
    note(slyData, LIMIT, last(slyData))
    return Desk
  }
}
export default class Desk { invoke(args, slyData) { return slyData.desk } }
export const Inner = class { invoke(args, slyData) { return slyData.inner } }
class Empty {}
export { Passed }
`

describe.each([
  ['python', PYTHON],
  ['typescript', TYPESCRIPT],
] as const)('[S-31] of a file of several classes, in %s,', (language, source) => {
  test.each([
    ['Till', 'kept noted written last till'],
    ['Desk', 'desk'],
    ['Inner', 'inner'],
    ['Empty', ''],
    ['Base', 'kept'],
  ])('%s has the keys of its own body, of what it extends, and of the functions it calls', (name, keys) => {
    expect(findSlyKeys(source, `tools.${name}`, language).join(' ')).toBe(keys)
  })

  test('a class that only passes through has those of no class', () => {
    const keys = findSlyKeys(source, 'tools.Passed', language)
    expect(keys).toContain('module')
    for (const key of ['kept', 'till', 'desk', 'inner']) expect(keys).not.toContain(key)
  })
})

test.each([
  ['python', 'class A:\n  x = """'],
  ['python', '    def a(\n'],
  ['python', 'class A(\n'],
  ['typescript', 'class A<'],
  ['typescript', 'const a = ('],
  ['typescript', 'const f = x => {\n'],
  ['typescript', 'function f(a) {'],
  ['typescript', '= /['],
  ['typescript', '`${`'],
  ['typescript', 'const a ='],
] as const)(
  'a long text of %s that is none is gone through at once: %j',
  (language, piece) => {
    expect(findSlyKeys(piece.repeat(20_000), 'a.Gone', language)).toEqual([])
  },
  20_000,
)
