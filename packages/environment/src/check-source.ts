// Whether a file of tools can be read at all. It is parsed, never run.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { transform } from 'esbuild'
import { NEUTRAL_FOLDER, PROBE_MS } from './neutral-folder.ts'

/** Why a file cannot be read, with its line; undefined when it can, or when nobody can tell. */
export function checkSource(
  file: string,
  language: 'python' | 'typescript',
  python: string | undefined,
): Promise<string | undefined> {
  if (language === 'typescript') return checkTypeScript(file)
  return python === undefined ? Promise.resolve(undefined) : checkPython(file, python)
}

async function checkTypeScript(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    await transform(text, { loader: 'ts', sourcefile: basename(file), logLevel: 'silent' })
    return undefined
  } catch (error) {
    const [first] = (error as { errors?: { text: string; location?: { line: number } | null }[] }).errors ?? []
    return first === undefined ? undefined : `line ${first.location?.line ?? 1}: ${first.text}`
  }
}

const PARSE = `import sys
try:
    with open(sys.argv[1], "rb") as source:
        compile(source.read(), sys.argv[1], "exec", dont_inherit=True)
except SyntaxError as problem:
    print(f"line {problem.lineno}: {type(problem).__name__}: {problem.msg}")
except (OSError, ValueError):
    pass`

function checkPython(file: string, python: string): Promise<string | undefined> {
  const setting = { cwd: NEUTRAL_FOLDER, env: {}, timeout: PROBE_MS }
  return new Promise((resolve) => {
    execFile(python, ['-I', '-S', '-c', PARSE, file], setting, (error, stdout) => {
      const said = stdout.trim()
      resolve(error === null && said !== '' ? said : undefined)
    })
  })
}
