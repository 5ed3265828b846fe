// The code port over real engines: which language runs where, and their end.
import type { CodeCell, CodeEnd, CodeLanguage, CodePort, ToolSources } from '@slyglass/runtime'
import { environmentOf } from '../sandbox/levels.ts'
import type { CodePortOptions } from './code-options.ts'
import { JavaScriptCells } from './javascript/javascript-cells.ts'
import { placeFile } from './place-file.ts'
import { PythonCells } from './python/python-cells.ts'

/** The port with the end of its life. */
export interface CodeCells extends CodePort {
  /** Ends every cell, and what was started ahead. */
  dispose(): Promise<void>
}

/** Runs code that models write: Python in processes, JavaScript in engines without rights. */
export function createCodePort(options: CodePortOptions): CodeCells {
  const python = new PythonCells(options)
  const javascript = new JavaScriptCells(options)
  return {
    run(cell: CodeCell): Promise<CodeEnd> {
      return cell.language === 'python' ? python.run(cell) : javascript.run(cell)
    },
    async languages(sources: ToolSources): Promise<readonly CodeLanguage[]> {
      if (environmentOf(sources).sandbox === 'quickjs') return ['javascript']
      return (await python.problem(sources)) === undefined ? ['python', 'javascript'] : ['javascript']
    },
    place: placeFile,
    async dispose() {
      await Promise.all([python.dispose(), javascript.dispose()])
    },
  }
}
