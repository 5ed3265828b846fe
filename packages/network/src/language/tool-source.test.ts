import { applyTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { diagnoseToolSource } from './tool-source.ts'

const FILE = 'coded_tools/tools.py'
const said = (source: string, doc = FILE) =>
  diagnoseToolSource(doc, source)
    .filter(({ severity }) => severity === 'warning')
    .map(({ code, severity, at }) => [severity, code, source.slice(at.from, at.to), at.from])

const BLOCKS = `"""Tools."""
from __future__ import annotations
import time

class Blocks(CodedTool):
    """def async_invoke(self): is only told of here"""

    def invoke(self, args: dict, sly_data: dict) -> str:
        time.sleep(1)
        return """several
lines"""

# Of the next one.
class Fine(CodedTool):
    async def async_invoke(self, args, sly_data):
        return 1
`

describe('a tool with invoke and without async_invoke', () => {
  test('[N-13] is warned of, at its invoke', () => {
    expect(said(BLOCKS)).toEqual([['warning', 'no-async-invoke', 'invoke', BLOCKS.indexOf('invoke(self, args: dict')]])
  })

  test('[N-13] has a fix that wraps it, after which nothing is left to say', () => {
    const [fix] = diagnoseToolSource(FILE, BLOCKS)[0]?.fixes ?? []
    const fixed = applyTextEdits(BLOCKS, fix?.edits ?? [])
    expect(fixed).toBe(
      BLOCKS.replace('import time', 'import asyncio\nimport time').replace(
        'lines"""\n',
        `lines"""

    async def async_invoke(self, args, sly_data):
        return await asyncio.to_thread(self.invoke, args, sly_data)
`,
      ),
    )
    expect(said(fixed)).toEqual([])
  })

  test('[N-13] keeps line ends and imports that are there', () => {
    const source = 'import os, asyncio\r\nclass A:\r\n\tdef invoke(self, args, sly_data):\r\n\t\treturn 1\r\n'
    const [found] = diagnoseToolSource(FILE, source)
    expect(applyTextEdits(source, found?.fixes[0]?.edits ?? [])).toBe(
      'import os, asyncio\r\nclass A:\r\n\tdef invoke(self, args, sly_data):\r\n\t\treturn 1\r\n\r\n' +
        '\tasync def async_invoke(self, args, sly_data):\r\n\t\treturn await asyncio.to_thread(self.invoke, args, sly_data)\r\n',
    )
  })

  test.each([
    [
      'both',
      'class A:\n    def invoke(self, args, sly_data):\n        pass\n    async def async_invoke(self, args, sly_data):\n        pass\n',
    ],
    [
      'a base of the file has it',
      'class B:\n    async def async_invoke(self, a, s): ...\nclass A(B):\n    def invoke(self, args, sly_data):\n        pass\n',
    ],
    ['no tool', 'class A:\n    def invoke(self):\n        pass\ndef invoke(args, sly_data): ...\n'],
    [
      'only told',
      'class A:\n    """\n    def invoke(self, args, sly_data):\n    """\n    # def invoke(self, args, sly_data):\n',
    ],
  ])('[N-13] nothing is said where there is %s', (_, source) => {
    expect(said(source)).toEqual([])
  })

  test('[N-13] nothing is said of other languages', () => {
    expect(said('export class A { invoke(args, sly) {} }', 'coded_tools/a.ts')).toEqual([])
  })
})

test('[N-13] a head that is never closed costs no more than its length', () => {
  const source = `class A:\n    def invoke(self, ${'a, '.repeat(50_000)}`
  expect(said(source)).toEqual([])
})

describe('habits of a tool', () => {
  const hints = (source: string) =>
    diagnoseToolSource(FILE, source).map(({ severity, code, at }) => [severity, code, source.slice(at.from, at.to)])
  const tool = (body: string, doc = '    """Does."""\n') =>
    `class A:\n${doc}    async def async_invoke(self, args, sly_data):\n${body}`

  test.each([
    [
      '[U-80] an ignored error',
      '        try:\n            go()\n        except ValueError:\n            pass\n',
      'ignored-error',
      'except ValueError:\n            pass',
    ],
    ['[U-80] a blocking call', '        time.sleep(3)\n', 'blocking-call', 'time.sleep('],
    [
      '[U-79] [U-80] a secret in an error',
      '        raise ValueError(f"bad {api_key}")\n',
      'secret-in-error',
      'raise ValueError(f"bad {api_key}',
    ],
    [
      '[U-79] a secret in a returned error',
      '        return f"Error: {args[\'password\']} is wrong"\n',
      'secret-in-error',
      "return f\"Error: {args['password']}",
    ],
  ])('%s is hinted at', (_, body, code, text) => {
    expect(hints(tool(body))).toEqual([['hint', code, text]])
  })

  test('[U-80] a request without a limit of time is hinted at, beside that it blocks', () => {
    expect(hints(tool('        requests.get(url)\n')).map(([, code]) => code)).toEqual(['no-timeout', 'blocking-call'])
    expect(hints(tool('        requests.get(url, timeout=3)\n')).map(([, code]) => code)).toEqual(['blocking-call'])
  })

  test('[U-79] a class without documentation is hinted at', () => {
    expect(hints(tool('        return 1\n', ''))).toEqual([['hint', 'undocumented', 'class']])
  })

  test('[U-79] [U-80] nothing is said of a tool that does as it is asked to', () => {
    const fine = `        try:
            return await go(args, timeout=3)
        except ValueError as error:  # except: pass
            raise ValueError("the api_key is refused: time.sleep(1)") from error
`
    expect(hints(tool(fine))).toEqual([])
  })
})
