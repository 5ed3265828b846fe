// An agent under rules, from its start to each of its turns: which tools it is offered, and how its list of things to do is told.

import { isBlocked, READ_MORE, withTodos } from '@slyglass/tools'
import { bothForms, type Forms } from '../forms.ts'
import type { CallableTool, ToolPlan } from '../plan-tools.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { readResultTool, todoTools } from './built-in-tools.ts'
import { type Discipline, disciplineOf, rulesOf } from './discipline.ts'
import type { Descriptions } from './read-descriptions.ts'
import { LongResults, type RuledAgent } from './ruled-agent.ts'
import type { SharedValues } from './shared-values.ts'

/** Undefined when nothing asks for rules: then everything is as in neuro-san. */
export function ruleAgent(
  context: RunContext,
  agent: AgentCall,
  plan: ToolPlan,
  values: SharedValues,
  described: Descriptions,
): RuledAgent | undefined {
  const asked = disciplineOf(context, agent, plan)
  if (asked === undefined) return undefined
  const long = new LongResults()
  const taken = new Set(plan.tools.map(({ name }) => name))
  const own: CallableTool[] = asked.studio.todos.enabled ? [...todoTools(agent.entry, taken)] : []
  if (!taken.has(READ_MORE)) own.push(readResultTool(agent.entry, long, asked.studio.tool.maxOutputChars))
  const tools = [...asked.tools, ...own.map((tool) => rulesOf(context, agent, tool))]
  return { discipline: { ...asked, tools: tools.filter((one) => isForModels(asked, one)) }, values, long, described }
}

function isForModels({ studio }: Discipline, { settings }: Discipline['tools'][number]): boolean {
  return settings.exposure !== 'command' && !(studio.profile === 'bub' && settings.exposure === 'code')
}

/** What the model is offered now: nothing that is blocked, and reading on only when there is something to read. */
export function offeredTools({ discipline, long }: RuledAgent): readonly CallableTool[] {
  return discipline.tools
    .filter(({ ruled }) => !isBlocked(discipline.studio.permissions, ruled))
    .map(({ tool }) => tool)
    .filter((tool) => tool.name !== READ_MORE || tool.isPaged !== true || !long.isEmpty)
}

/** The instructions with the list of things to do, as it is where it is told. */
export function instructionsWithTodos(instructions: Forms<string>, { discipline, values }: RuledAgent): Forms<string> {
  if (!discipline.studio.todos.enabled) return instructions
  const { truth, logged } = values.now
  if (instructions.truth === instructions.logged && truth === logged)
    return bothForms(instructions, (text) => withTodos(text, truth))
  return { truth: withTodos(instructions.truth, truth), logged: withTodos(instructions.logged, logged) }
}
