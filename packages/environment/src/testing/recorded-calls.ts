// Calls of coded tools as a real server recorded them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One recorded call: what was asked, what the model read, and the streamed value as JSON text where there was one. */
export interface RecordedCall {
  readonly index: number
  readonly tool: string
  readonly class: string
  readonly args: string
  readonly text: string
  readonly output: string | undefined
}

/** Every call of a recording of which each request makes one call. */
export function recordedCalls(folder: string, registry: string): readonly RecordedCall[] {
  const hocon = readFileSync(join(folder, registry), 'utf8')
  const written = hocon.matchAll(/name = "([^"]+)"(?:(?!name = )[\s\S])*?class = "([^"]+)"/g)
  const classes = new Map([...written].map(([, tool = '', name = '']) => [tool, name]))
  const outputs = outputsOf(folder)
  return lines(join(folder, 'model-requests.jsonl'))
    .map((line) => JSON.parse(line).body)
    .filter((body) => body.messages.at(-1).role === 'tool')
    .map((body, index) => {
      const asked = body.messages.at(-2).tool_calls[0].function
      const text = beginning(body.messages.at(-1).content)
      return {
        index,
        tool: asked.name,
        class: classes.get(asked.name) ?? '',
        args: asked.arguments,
        text,
        output: outputs[index],
      }
    })
    .filter((call) => call.class !== '')
}

/** The lines of a file that are not empty. */
export function lines(path: string): readonly string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

/** Long explanations count by how they begin; the rest is wording. */
function beginning(text: string): string {
  const notFound = /^\nCould not find class "[^"]*"\nin module "[^"]*"\nunder AGENT_TOOL_PATH "[^"]*"\n/.exec(text)
  return (notFound ?? /^\nCoded tool class .*/.exec(text))?.[0] ?? text
}

/** `tool_output` of each request of the client, undefined where the tool never started or nothing was streamed. */
function outputsOf(folder: string): readonly (string | undefined)[] {
  const byRequest = new Map<string, string | undefined>()
  for (const line of lines(join(folder, 'client-stream.jsonl'))) {
    const { request } = JSON.parse(line)
    const raw = /"tool_output": (.*)\}\}, "request": /.exec(line)?.[1]
    if (!byRequest.has(request) || raw !== undefined) byRequest.set(request, raw)
  }
  return [...byRequest.values()]
}
