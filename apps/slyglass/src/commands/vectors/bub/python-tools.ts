// What a Python file of tools tells of them, asked of a real host in a folder of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Json, parseJson, runId, spanId } from '@slyglass/base'
import { createToolHosts, type HostAssets, type ToolHosts } from '@slyglass/environment'
import type { HostReply, ToolSources } from '@slyglass/runtime'
import { hostAssets } from '../../../server/start-server.ts'
import type { VectorTools } from './area-runner.ts'

/** Does something with the tools of a Python file, `tools.py`; its process and its folder end with it. */
export async function withPythonTools<T>(
  { dist, env, assets }: VectorTools,
  text: string,
  use: (hosts: ToolHosts, sources: ToolSources) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'slyglass-vectors-'))
  const folder = join(root, 'coded_tools')
  mkdirSync(folder)
  writeFileSync(join(folder, 'tools.py'), text)
  const given: HostAssets = assets ?? hostAssets(join(dist, 'hosts'))
  const hosts = createToolHosts({ assets: given, cacheFolder: join(root, 'cache'), env })
  try {
    return await use(hosts, { projectRoot: root, toolRoots: [folder], pythonPath: [root], network: 'vectors' })
  } finally {
    await hosts.dispose()
    rmSync(root, { recursive: true, force: true })
  }
}

/** What a tool tells of itself; undefined where there is none. */
export async function toldOf(hosts: ToolHosts, sources: ToolSources, name: string): Promise<Json | undefined> {
  const text = await hosts.describe?.(sources, `tools.${name}`, new AbortController().signal)
  const parsed = parseJson(text ?? '')
  return parsed.ok ? parsed.value : undefined
}

const CONTEXT_TOOL = `
from slyglass.tools import ToolError, tool

@tool(name="c1", context=True)
def c1(note, context):
    return note

@tool
def caller():
    try:
        return c1(note="n")
    except ToolError as error:
        return {"kind": error.kind, "message": error.message}
`

/** What a model reads of a value that a Python tool gives. */
export function pythonText(tools: VectorTools, before: string, value: string): Promise<string> {
  const text = `${before}\nfrom slyglass.tools import tool\n\n@tool\ndef give():\n    return ${value}\n`
  return withPythonTools(tools, text, async (hosts, sources) => (await call(hosts, sources, 'tools.give')).text)
}

function call(hosts: ToolHosts, sources: ToolSources, className: string): Promise<HostReply> {
  return hosts.call({
    ...{ run: runId('run_vectors'), span: spanId('r.a.t1.1'), sources, className, args: '{}', origin: [] },
    idempotencyKey: 'vectors',
    sly: new Map(),
    signal: new AbortController().signal,
    onStart: async () => undefined,
    onOutput: () => undefined,
    onProgress: () => undefined,
  })
}

/** A tool that wants a context is called by another one without. */
export function callWithoutContext(tools: VectorTools): Promise<Json> {
  return withPythonTools(tools, CONTEXT_TOOL, async (hosts, sources) => {
    const reply = await call(hosts, sources, 'tools.caller')
    const parsed = parseJson(reply.ok ? (reply.value ?? 'null') : JSON.stringify(reply.failure.message))
    return parsed.ok ? parsed.value : null
  })
}
