// An agent under rules, from its start to each of its turns: which tools it has, and what its instructions say of them.

import { SPILL_READ, withTodos } from '@slyglass/tools'
import { codeSection, namedCodeTools, runCodeTool, stubOf } from '../code-mode/offer-code.ts'
import { type CodeMode, codeModeFault } from '../code-mode/read-code-mode.ts'
import { bothForms, type Forms } from '../forms.ts'
import type { CallableTool, ToolPlan } from '../plan-tools.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { builtInTool, todoTools } from './built-in-tools.ts'
import { type Discipline, disciplineOf, rulesOf, type ToolRules } from './discipline.ts'
import { allowedOf, collisionOf, deferredOf, habitsOf, RUN_CODE, reachable } from './offer-tools.ts'
import type { Descriptions } from './read-descriptions.ts'
import { longRuleOf, readersOf } from './read-long.ts'
import { LongResults, type RuledAgent } from './ruled-agent.ts'
import type { SharedValues } from './shared-values.ts'
import { deferredSection, describeTools, OFFERED_DESCRIBE } from './tool-describe.ts'

/** Undefined when nothing asks for rules: then everything is as in neuro-san. */
export function ruleAgent(
  context: RunContext,
  agent: AgentCall,
  plan: ToolPlan,
  values: SharedValues,
  described: Descriptions,
  code?: CodeMode,
): RuledAgent | undefined {
  const asked = disciplineOf(context, agent, plan)
  if (asked === undefined) return undefined
  const long = new LongResults()
  const taken = new Set(plan.tools.map(({ name }) => name))
  const own: CallableTool[] = asked.studio.todos.enabled ? [...todoTools(agent.entry, taken)] : []
  const wanted = longRuleOf(asked.studio)
  own.push(...readersOf(agent.entry, wanted, { long, taken, most: asked.studio.tool.maxOutputChars }))
  if (code !== undefined && !taken.has(RUN_CODE)) own.push(runCodeTool(agent.entry, code))
  const supplied = [...asked.tools, ...own.map((tool) => rulesOf(context, agent, tool))]
  const { allowed, fault = collisionOf(supplied) } = allowedOf(context, asked.studio, supplied)
  const habits = habitsOf(context, asked.studio, supplied, allowed)
  const wrong = code === undefined ? undefined : codeModeFault(code)
  const ruled: RuledAgent = {
    discipline: { ...asked, tools: supplied },
    supplied,
    allowed,
    habits,
    sections: [],
    values,
    long,
    // Nobody is pointed to a tool that is not there.
    longRule: wanted.kind === 'aside' && !mayRead(supplied, allowed) ? { kind: 'whole' } : wanted,
    described,
  }
  const stop = fault ?? wrong
  return withCode(context, withDeferred(context, agent, stop === undefined ? ruled : { ...ruled, fault: stop }))
}

/** Where `allowed_tools` names other tools alone, results are told whole. */
function mayRead(supplied: readonly ToolRules[], allowed: ReadonlySet<ToolRules> | undefined): boolean {
  return supplied.some((one) => one.name === SPILL_READ && (allowed?.has(one) ?? true))
}

/** Where code may run, the instructions say after everything else what it can call. */
function withCode(context: RunContext, ruled: RuledAgent): RuledAgent {
  const code = ruled.supplied.find(({ name }) => name === RUN_CODE)?.tool.code
  if (code === undefined || ruled.habits.codeMode === 'off' || ruled.fault !== undefined) return ruled
  const tools = namedCodeTools(ruled, code)
  if (typeof tools === 'string') return { ...ruled, fault: { code: 'unknown-tool-name', message: tools } }
  const stub = stubOf(tools, code, context.digests)
  return { ...ruled, stub, sections: [...ruled.sections, codeSection(stub, code)] }
}

/** Where tools have to be loaded, there is one that loads them, and the instructions name them. */
function withDeferred(context: RunContext, agent: AgentCall, ruled: RuledAgent): RuledAgent {
  const deferred = deferredOf(ruled)
  if (deferred.length === 0) return ruled
  const describable = { agent: agent.entry.name, tools: reachable(ruled), deferred }
  const tool = builtInTool(agent.entry, OFFERED_DESCRIBE, (args) => describeTools(describable, args))
  const supplied = [...ruled.supplied, rulesOf(context, agent, { ...tool, isPaged: true })]
  const discipline: Discipline = { ...ruled.discipline, tools: supplied }
  return { ...ruled, supplied, discipline, sections: [...ruled.sections, deferredSection(deferred)] }
}

/** The instructions with the list of things to do, as it is where it is told. */
export function instructionsWithTodos(instructions: Forms<string>, { discipline, values }: RuledAgent): Forms<string> {
  if (!discipline.studio.todos.enabled) return instructions
  const { truth, logged } = values.now
  if (instructions.truth === instructions.logged && truth === logged)
    return bothForms(instructions, (text) => withTodos(text, truth))
  return { truth: withTodos(instructions.truth, truth), logged: withTodos(instructions.logged, logged) }
}

/** Instructions followed by what is said of tools. */
export function withSections(instructions: Forms<string>, sections: readonly string[]): Forms<string> {
  if (sections.length === 0) return instructions
  return bothForms(instructions, (text) => [text, ...sections].join('\n\n'))
}
