// How a class in Python is, by its own words.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const TOOLS = `
from neuro_san.interfaces.coded_tool import CodedTool

class Waiting(CodedTool):
    async def async_invoke(self, args, sly_data):
        return 1
    async def health(self):
        return {"database": "ok", "key": "is missing"}

class Plain(CodedTool):
    async def async_invoke(self, args, sly_data):
        return 1
    def health(self):
        return {"disk": "ok"}

class Broken(Plain):
    def health(self):
        raise ValueError("no words")

class OfAPatient(CodedTool):
    async def async_invoke(self, args, sly_data):
        return self.health("Ada")
    def health(self, patient):
        return {"patient": patient}

class InAWord(Plain):
    def health(self):
        return "good"

class Silent(CodedTool):
    async def async_invoke(self, args, sly_data):
        return 1
`

let hosts: TestHosts
let project: string
beforeAll(async () => {
  hosts = await startTestHosts()
  const quiet = 'class Nothing:\n    """Says nothing of how it is."""\n'
  project = writeProject({ 'coded_tools/tools.py': TOOLS, 'coded_tools/quiet.py': quiet })
})
afterAll(() => hosts?.dispose())

const health = (className: string) =>
  hosts.hosts.health(projectSources(project), className, new AbortController().signal)

test('[U-77] a class says what it looked at, waiting for it or not', async () => {
  expect(await health('tools.Waiting')).toMatchObject({ ok: true, value: '{"database":"ok","key":"is missing"}' })
  expect(await health('tools.Plain')).toMatchObject({ ok: true, value: '{"disk":"ok"}' })
})

test('[U-77] what it raises is told', async () => {
  expect(await health('tools.Broken')).toMatchObject({ ok: false, failure: { message: 'ValueError: no words' } })
})

test.each(['tools.OfAPatient', 'tools.InAWord', 'tools.Silent', 'quiet.Nothing', 'tools.Missing'])(
  '[U-77] %s says nothing of how it is',
  async (className) => {
    expect(await health(className)).toBeUndefined()
  },
)
