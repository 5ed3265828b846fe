// Tools that the runtime itself has, as an agent has them; among them those over the list of things to do.
import { printJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import { contextOpsJson, modelText, OFFERED_TODOS, TODO_TOOLS, type ToolDescription } from '@slyglass/tools'
import type { CallableTool } from '../plan-tools.ts'
import type { BuiltIn } from './attempt-ruled.ts'

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
