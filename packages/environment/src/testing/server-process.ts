// A stand-in for the server: starts hosts for the project in argv[2], holds two hanging calls, and is killed by a test.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, projectSources } from './call-tool.ts'
import { startTestHosts } from './start-test-hosts.ts'

const [, , root = '', isolation = 'auto'] = process.argv
const { hosts } = await startTestHosts({
  isolation: isolation === 'host' ? 'host' : 'auto',
  times: { startMs: 10_000 },
})
let started = 0
const onOutput = (_: 'stdout' | 'stderr', text: string) => {
  if (text.includes('started')) started += 1
  if (started === 2) writeFileSync(join(root, 'ready'), 'ready')
}
for (const module of ['py', 'ts'])
  void callTool(hosts, projectSources(root), `${module}.Loops`, { run: `run_${module}`, onOutput })
setTimeout(() => process.exit(1), 30_000)
