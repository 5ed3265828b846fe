import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts } from './testing/start-test-hosts.ts'

const CODED_TOOL = 'from neuro_san.interfaces.coded_tool import CodedTool\n'
const SECRET = 'only-this-project-says-this'

test('a tool in a box finds nothing of the tools of another project', async () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'slyglass-cache-'))
  const other = writeProject({
    'coded_tools/known.py': `${CODED_TOOL}class Known(CodedTool):\n    async def async_invoke(self, args, sly):\n        return "${SECRET}"\n`,
    'coded_tools/known.ts': `export class Typed { asyncInvoke() { return '${SECRET}' } }\n`,
  })
  const own = writeProject({
    'coded_tools/look.py': `${CODED_TOOL}import os
class Look(CodedTool):
    async def async_invoke(self, args, sly):
        found = []
        for folder, _, names in os.walk(${JSON.stringify(cacheFolder)}):
            for name in names:
                with open(os.path.join(folder, name)) as file:
                    found.append(file.read())
        return {"files": len(found), "seen": any("-".join(["only", "this", "project", "says", "this"]) in text for text in found)}
`,
  })
  const { hosts, dispose } = await startTestHosts({ cacheFolder })
  try {
    expect((await callTool(hosts, projectSources(other), 'known.Known', { run: 'run_a' })).reply.ok).toBe(true)
    expect((await callTool(hosts, projectSources(other), 'known.Typed', { run: 'run_a' })).reply.ok).toBe(true)
    const { reply } = await callTool(hosts, projectSources(own), 'look.Look', { run: 'run_b' })
    expect(reply).toMatchObject({ ok: true })
    expect(reply.ok && JSON.parse(reply.value ?? 'null')).toMatchObject({ seen: false })
  } finally {
    await dispose()
  }
})
