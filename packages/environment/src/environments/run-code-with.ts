// The code of an environment, run by the engines for code that models write.
import { randomUUID } from 'node:crypto'
import { isJsonObject, type JsonText, parseJson, printJson, runId, spanId } from '@slyglass/base'
import type { CodeEnd, CodePort, HostUseReply, ToolSources } from '@slyglass/runtime'
import type { CodeHost, CodeRun } from '@slyglass/tools/define'
import { toTotalJson, toValue } from '../typescript-host/values.ts'

const MEMORY_MB = 256
const OUTPUT_BYTES = 1_000_000

/** Runs code where a network's own code runs. */
export function runCodeWith(port: CodePort, sources: ToolSources) {
  return async (code: string, host: CodeHost): Promise<CodeRun> => {
    const [first = 'javascript'] = await port.languages(sources)
    const end = await port.run({
      ...{ run: runId(`code_${randomUUID()}`), span: spanId('code'), sources, code, language: host.language ?? first },
      tools: host.tools.map((name) => ({ identifier: name, name })),
      ...{ memoryMb: MEMORY_MB, outputBytes: OUTPUT_BYTES, mediaTools: false },
      signal: host.signal ?? new AbortController().signal,
      onStart: async () => {},
      onOutput: (text) => host.write(text),
      onUse: (tool, args) => useTool(host, tool, args),
      onModel: async () => ({ ok: false, kind: 'value', message: '[config] Code of an environment asks no models.' }),
    })
    return runOf(end)
  }
}

async function useTool(host: CodeHost, tool: string, args: JsonText): Promise<HostUseReply> {
  const read = parseJson(args)
  try {
    const given = toValue(read.ok && isJsonObject(read.value) ? read.value : new Map())
    const result = await host.callTool(tool, given as Readonly<Record<string, unknown>>)
    const value = printJson(toTotalJson(result ?? null))
    return { ok: true, text: typeof result === 'string' ? result : value, value }
  } catch (error) {
    return { ok: false, kind: 'value', message: error instanceof Error ? error.message : String(error) }
  }
}

function runOf({ output: _output, media: _media, ...end }: CodeEnd): CodeRun {
  return end
}
