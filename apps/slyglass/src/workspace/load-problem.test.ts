import { describe, expect, test } from 'vitest'
import { placeOf, readLoadProblem } from './load-problem.ts'

const root = '/home/ada/desk'
const read = (message: string, detail?: string) =>
  readLoadProblem({ code: 'class-not-found', message, ...(detail !== undefined && { detail }) }, root)

const traceback = (...frames: readonly string[]) =>
  ['Traceback (most recent call last):', '  File "/opt/host/resolve.py", line 60, in _search', ...frames].join('\n')

describe('why a file of tools does not load', () => {
  test.each([
    [
      'an import that is missing',
      traceback(
        '  File "/home/ada/desk/coded_tools/a.py", line 3, in <module>',
        '    import gone',
        "ModuleNotFoundError: No module named 'gone'\n",
      ),
      ['coded_tools/a.py:3', "ModuleNotFoundError: No module named 'gone'", /install/],
    ],
    [
      'a fault in a module that it imports',
      traceback(
        '  File "/home/ada/desk/coded_tools/a.py", line 1, in <module>',
        '    from .helper import x',
        '  File "<frozen importlib._bootstrap>", line 1176, in _find_and_load',
        '  File "/home/ada/desk/coded_tools/helper.py", line 2, in <module>',
        '    x = 1 / 0',
        '        ~~^~~',
        'ZeroDivisionError: division by zero\n',
      ),
      ['coded_tools/helper.py:2', 'ZeroDivisionError: division by zero', /Mend/],
    ],
    [
      'a fault in a package: the import of the project is shown',
      traceback(
        '  File "/home/ada/desk/coded_tools/a.py", line 4, in <module>',
        '  File "/home/ada/desk/.venv/lib/python3.12/site-packages/p/__init__.py", line 9, in <module>',
        'RuntimeError: no licence\n',
      ),
      ['coded_tools/a.py:4', 'RuntimeError: no licence', /Mend/],
    ],
    [
      'a text that is no Python',
      traceback(
        '  File "/home/ada/desk/coded_tools/a.py", line 5',
        '    def (',
        '        ^',
        'SyntaxError: invalid syntax\n',
      ),
      ['coded_tools/a.py:5', 'SyntaxError: invalid syntax', /Mend/],
    ],
    [
      'a package that TypeScript does not find',
      'Build failed with 1 error:\ncoded_tools/a/t1.ts:1:14: ERROR: [plugin: packages] Could not resolve "gone"',
      [
        'coded_tools/a/t1.ts:1:15',
        'Could not resolve "gone"',
        /The package gone is not installed for this project: run `npm install gone` in its folder/,
      ],
    ],
    [
      'a file that TypeScript does not find',
      'Build failed with 1 error:\ncoded_tools/a/t1.ts:1:14: ERROR: Could not resolve "./gone.ts"',
      ['coded_tools/a/t1.ts:1:15', 'Could not resolve "./gone.ts"', /^Correct the import\.$/],
    ],
    [
      'a throw while TypeScript loads',
      'Error: at load\n    at <anonymous> (/home/ada/desk/coded_tools/a/t2.ts:2:7)\n    at ModuleJob.run (node:internal/x:325:25)',
      ['coded_tools/a/t2.ts:2:7', 'Error: at load', /Mend/],
    ],
  ])('%s', (_case, detail, [place, reason, advice]) => {
    const problem = read('it was not found', detail)
    expect([placeOf(problem), problem.reason]).toEqual([place, reason])
    expect(problem.advice).toMatch(advice as RegExp)
  })

  test('where no place is told, what was said stands for itself, without the folder of the project', () => {
    const problem = read(`${root}/coded_tools/a.ts exports no A`)
    expect([placeOf(problem), problem.reason]).toEqual([undefined, 'coded_tools/a.ts exports no A'])
  })
})
