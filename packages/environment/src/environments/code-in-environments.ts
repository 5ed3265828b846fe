// Code that models write works in the environment of its session.
import type { CodeCell, CodeEnd } from '@slyglass/runtime'
import type { CodeCells } from '../code/create-code-port.ts'
import { placeFile } from '../code/place-file.ts'
import { environmentOf } from '../sandbox/levels.ts'
import type { Environments, SessionEnvironment } from './environments.ts'

/** The same engines, each cell in its session's environment. The end of the engines is the caller's. */
export function codeInEnvironments(code: CodeCells, environments: Environments): CodeCells {
  return {
    async run(cell) {
      const opened = await environments.of(cell)
      return opened.ok ? runIn(code, cell, opened.value) : refused(opened.error.message)
    },
    languages: (sources) => code.languages(sources),
    async place(at, file) {
      const opened = await environments.of(at)
      if (!opened.ok) return opened.error.message
      return placeFile(opened.value.files, opened.value.workspace, file)
    },
    dispose: () => code.dispose(),
  }
}

function runIn(code: CodeCells, cell: CodeCell, { environment }: SessionEnvironment): Promise<CodeEnd> {
  if (environment.kind === 'memory')
    return cell.language === 'python'
      ? Promise.resolve(refused(NO_PYTHON))
      : code.run(cell, (path) => environment.readBytes(path))
  if (environment.kind === 'local') return code.run(cell)
  const rules = environmentOf(cell.sources)
  const boxed = { ...rules, kind: 'sandboxed', sandbox: rules.sandbox === 'quickjs' ? 'quickjs' : 'bwrap' } as const
  return code.run({ ...cell, sources: { ...cell.sources, environment: boxed } })
}

const NO_PYTHON =
  'The environment of this session is in memory, and code in Python would find this machine. Write studio.code_mode.language = javascript, or choose another environment.'

function refused(message: string): CodeEnd {
  return { ended: 'refused', message, output: '', media: [] }
}
