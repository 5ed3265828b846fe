// Tools that the runtime itself has: the list of things to do, and reading on in a long result.
import { type Json, JsonNumber, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import type { ToolAnswer } from '@slyglass/run-log'
import {
  contextOpsJson,
  modelText,
  moreText,
  OFFERED_TODOS,
  pageOf,
  READ_MORE,
  TODO_TOOLS,
  type ToolDescription,
} from '@slyglass/tools'
import type { CallableTool } from '../plan-tools.ts'
import type { BuiltIn } from './attempt-ruled.ts'
import type { LongResults } from './ruled-agent.ts'

/** The tools over the list of things to do that an agent is offered: those it lists, else all. Its own of the same name win. */
export function todoTools(agent: Entry, taken: ReadonlySet<string>): readonly CallableTool[] {
  const listed = agent.tools.filter(({ name }) => TODO_TOOLS.has(name)).map(({ name }) => name)
  const wanted = listed.length === 0 ? [...TODO_TOOLS.keys()] : listed
  return OFFERED_TODOS.filter(({ name }) => wanted.includes(name) && !taken.has(name)).flatMap((offered) => {
    const builtIn = todoBuiltIn(offered.name)
    return builtIn === undefined ? [] : [builtInTool(agent, offered, builtIn)]
  })
}

/** One of the tools over the list of things to do, by its name. */
export function todoBuiltIn(name: string): BuiltIn | undefined {
  const tool = TODO_TOOLS.get(name)
  if (tool === undefined) return undefined
  return (args, { deps, now, place }) => {
    const { value, ops } = tool(args, deps, now, place)
    return { of: 'tool', text: modelText(value), value: printJson(value), update: printJson(contextOpsJson(ops)) }
  }
}

const READ_ON = 'Reads on in a long result of an earlier call.'

/** Offered once a result was cut. */
export function readResultTool(agent: Entry, long: LongResults, most: number): CallableTool {
  const parameters: JsonObject = new Map<string, Json>([
    ['type', 'object'],
    [
      'properties',
      new Map<string, Json>([
        ['call_id', new Map([['type', 'string']])],
        ['offset', new Map([['type', 'integer']])],
      ]),
    ],
    ['required', ['call_id']],
  ])
  const settings: JsonObject = new Map([['category', 'read']])
  const described = { name: READ_MORE, description: READ_ON, parameters, settings, env: [], hasHealth: false }
  return { ...builtInTool(agent, described, (args) => readOn(long, args, most)), isPaged: true }
}

function readOn(long: LongResults, args: JsonObject, most: number): ToolAnswer {
  const callId = jsonAt(args, 'call_id')
  const offset = jsonAt(args, 'offset')
  const whole = typeof callId === 'string' ? long.find(callId) : undefined
  if (whole === undefined)
    return { of: 'tool', text: `There is no long result of a call with the id ${String(callId)}.` }
  const page = pageOf(whole.truth, offset instanceof JsonNumber ? offset.toNumber() : 0, most)
  return { of: 'tool', text: `${page.text}${moreText(String(callId), page, whole.truth.length)}` }
}

/** A tool of the runtime itself, as an agent has it. */
export function builtInTool(agent: Entry, offered: ToolDescription, builtIn: BuiltIn): CallableTool {
  const { name, description, parameters, settings } = offered
  const { className: _class, args: _args, toolbox: _toolbox, ...entry } = agent
  return {
    kind: 'toolbox-tool',
    name,
    description,
    parameters: [],
    schema: parameters,
    entry,
    described: { description, parameters, settings },
    builtIn,
  }
}
