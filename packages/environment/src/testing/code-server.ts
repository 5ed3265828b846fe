// A server of its own for a test that kills it: runs one piece of code in Python at each level, for half a minute at most.
import { createCodePort } from '../code/create-code-port.ts'
import { projectSources } from './call-tool.ts'
import { runCell } from './run-cell.ts'

const [, , assets = '{}', folder = '', code = ''] = process.argv
for (const isolation of ['auto', 'host'] as const) {
  const port = createCodePort({ assets: JSON.parse(assets), isolation })
  void runCell(port, 'python', code, { sources: projectSources(folder) })
}
setTimeout(() => process.exit(1), 30_000)
