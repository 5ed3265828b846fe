// The networks that are measured, as a project on disk.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is measured, and in which words. */
export const DESKS = [
  { name: 'one', label: 'one agent' },
  { name: 'python', label: 'front man + tool in Python' },
  { name: 'typescript', label: 'front man + tool in TypeScript' },
  { name: 'team', label: 'front man → three agents' },
] as const

export type Desk = (typeof DESKS)[number]

const LLM = 'llm_config { model_name = "gpt-4o", use_responses_api = false }'
const NUMBER = 'parameters { type = object, properties { number { type = float } }, required = [ "number" ] }'
const QUESTION = 'parameters { type = object, properties { question { type = string } }, required = [ "question" ] }'

const withTool = (className: string) => `{
  ${LLM}
  tools = [
    { name = desk, function { description = "I answer." }, instructions = "Work.", tools = ["adder"] }
    { name = adder, function { description = "The adder of the desk.", ${NUMBER} }, class = "${className}" }
  ]
}`
const agent = (name: string) =>
  `{ name = ${name}, function { description = "The ${name} of the desk.", ${QUESTION} }, instructions = "Answer in one word." }`

const FILES: Readonly<Record<string, string>> = {
  'registries/manifest.hocon': `{ ${DESKS.map(({ name }) => `"${name}.hocon" = true`).join(', ')} }`,
  'registries/one.hocon': `{
  ${LLM}
  tools = [ { name = desk, function { description = "I answer." }, instructions = "Work." } ]
}`,
  'registries/python.hocon': withTool('adder.Adder'),
  'registries/typescript.hocon': withTool('counter.Counter'),
  'registries/team.hocon': `{
  ${LLM}
  tools = [
    { name = desk, function { description = "I ask." }, instructions = "Work.", tools = ["east", "north", "west"] }
    ${['east', 'north', 'west'].map(agent).join('\n    ')}
  ]
}`,
  'coded_tools/adder.py': `from neuro_san.interfaces.coded_tool import CodedTool


class Adder(CodedTool):
    async def async_invoke(self, args, sly_data):
        return {"total": args["number"] + 3}
`,
  'coded_tools/counter.ts': `export class Counter {
  async asyncInvoke(args: { number: number }) {
    return { total: args.number + 3 }
  }
}
`,
}

/** Writes the project below a folder. */
export function putDesks(folder: string): string {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
