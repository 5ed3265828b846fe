import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

// As tools that make pictures do it: a file, opened in a browser, and a text for the model.
const PYTHON = `
import webbrowser
from pathlib import Path
from tempfile import NamedTemporaryFile
from neuro_san.interfaces.coded_tool import CodedTool

class Opens(CodedTool):
    async def async_invoke(self, args, sly_data):
        with NamedTemporaryFile("wb", delete=False, suffix=args["suffix"]) as file:
            file.write(args["bytes"].encode())
        opened = webbrowser.open(f"file://{file.name}" if args.get("plain") else Path(file.name).as_uri())
        return f"opened: {opened}"

class Elsewhere(CodedTool):
    async def async_invoke(self, args, sly_data):
        webbrowser.open("file:///no/such/file.png")
        return "ok"
`

const sources = projectSources(writeProject({ 'coded_tools/shows.py': PYTHON }))
let own: TestHosts
beforeAll(async () => {
  own = await startTestHosts()
})
afterAll(() => own.dispose())

const open = (args: object, name = 'Opens') =>
  callTool(own.hosts, sources, `shows.${name}`, { args: JSON.stringify(args) })

describe('[N-41] a file that a tool opens in a browser', () => {
  test.each([
    ['.png', 'image/png', { plain: true }],
    ['.mp4', 'video/mp4', {}],
    ['.wav', expect.stringMatching(/^audio\/(x-)?wav$/), {}],
  ])('is shown at the call when it is one for eyes or ears: %s', async (suffix, mimeType, more) => {
    const { reply } = await open({ suffix, bytes: 'abc', ...more })
    expect(reply).toMatchObject({ ok: true, text: 'opened: True' })
    const name = expect.stringMatching(new RegExp(`\\${suffix}$`))
    expect(reply.ok ? reply.media : []).toEqual([{ mimeType, base64: 'YWJj', name }])
  })

  test('is left alone when it is something else, or not there', async () => {
    for (const [name, suffix] of [
      ['Opens', '.html'],
      ['Elsewhere', ''],
    ] as const) {
      const { reply } = await open({ suffix, bytes: 'abc' }, name)
      expect(reply).toMatchObject({ ok: true })
      expect(reply).not.toHaveProperty('media')
    }
  })
})
