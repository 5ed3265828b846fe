// The code port over real engines: which language runs where, and their end.
import type { CodeCell, CodeEnd, CodeLanguage, CodePort, ToolSources } from '@slyglass/runtime'
import { HOST_FILES } from '../environments/tool-files.ts'
import { environmentOf } from '../sandbox/levels.ts'
import type { CodePortOptions } from './code-options.ts'
import { JavaScriptCells } from './javascript/javascript-cells.ts'
import { placeFile } from './place-file.ts'
import { PythonCells } from './python/python-cells.ts'
import { findWorkspace } from './workspace.ts'

/** The port with the end of its life. */
export interface CodeCells extends CodePort {
  /** `read` reads what code attaches, where its files are on no disk. */
  run(cell: CodeCell, read?: (path: string) => Promise<Uint8Array>): Promise<CodeEnd>
  /** Ends every cell, and what was started ahead. */
  dispose(): Promise<void>
}

/** Runs code that models write: Python in processes, JavaScript in engines without rights. */
export function createCodePort(options: CodePortOptions): CodeCells {
  const python = new PythonCells(options)
  const javascript = new JavaScriptCells(options)
  return {
    run(cell, read): Promise<CodeEnd> {
      return cell.language === 'python' ? python.run(cell) : javascript.run(cell, read)
    },
    async languages(sources: ToolSources): Promise<readonly CodeLanguage[]> {
      const { kind, sandbox } = environmentOf(sources)
      if (sandbox === 'quickjs' || kind === 'memory') return ['javascript']
      return (await python.problem(sources)) === undefined ? ['python', 'javascript'] : ['javascript']
    },
    async place({ sources }, file) {
      const workspace = await findWorkspace(sources)
      return workspace.ok ? placeFile(HOST_FILES, workspace.value, file) : workspace.error
    },
    async dispose() {
      await Promise.all([python.dispose(), javascript.dispose()])
    },
  }
}
