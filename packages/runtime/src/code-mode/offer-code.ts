// `run_code` as an agent has it: the tool itself, the tools that its code may call, and what the instructions say of them.
import { type Json, type JsonObject, toJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import { codeIdentifiers, codeStub, functionSchema, isBlocked, resolveNames, runtimeNameOf } from '@slyglass/tools'
import type { ToolRules } from '../calls/discipline.ts'
import { codeTools, RUN_CODE } from '../calls/offer-tools.ts'
import type { RuledAgent } from '../calls/ruled-agent.ts'
import { contextBeforeCalls } from '../calls/tool-context.ts'
import type { CodePlace, CodeTool } from '../code-ports.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { Digests } from '../ports.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { sourcesOf } from '../tool-environment.ts'
import type { CodeMode } from './read-code-mode.ts'

const LANGUAGES = {
  python: { name: 'Python', print: 'print', extension: 'pyi' },
  javascript: { name: 'JavaScript', print: 'console.log', extension: 'd.ts' },
} as const

/** The tool that runs code. */
export function runCodeTool(agent: Entry, code: CodeMode): CallableTool {
  const { name, print } = LANGUAGES[code.language]
  const description = `Runs ${name} in a process of its own and gives back what it prints with ${print}. Nothing is kept from one call to the next.`
  const parameters = toJson({
    type: 'object',
    properties: {
      code: { type: 'string', description: `${name} source. Top-level await works.` },
      timeout_seconds: { type: 'number', description: 'How long it may run.', default: code.rules.timeoutMs / 1000 },
    },
    required: ['code'],
  }) as JsonObject
  const { className: _class, args: _args, toolbox: _toolbox, ...entry } = agent
  const settings: JsonObject = new Map<string, Json>([['category', 'execute']])
  return {
    ...{ kind: 'toolbox-tool', name: RUN_CODE, description, parameters: [], schema: parameters, entry, code },
    described: { description, parameters, settings },
  }
}

/** A tool that code may call, by the name that code has for it. */
export interface NamedCodeTool extends CodeTool {
  readonly rules: ToolRules
}

/** Names of the tools that code has without being given them. */
const MEDIA_TOOLS = ['attach_image', 'attach_audio', 'attach_video']

/** The tools of an agent's code; a sentence where the project's function chose names that no tool has. */
export function namedCodeTools(ruled: RuledAgent, code: CodeMode): readonly NamedCodeTool[] | string {
  const open = codeTools(ruled).filter((one) => !isBlocked(ruled.discipline.studio.permissions, one.ruled))
  const chosen = resolveNames(open, code.chosen ?? open.map(({ name }) => name))
  if (!chosen.ok) return `${code.rules.tools ?? 'code_mode.tools'}: ${chosen.error}`
  const names = chosen.value.map(runtimeNameOf)
  const identifiers = codeIdentifiers(names, code.language, code.rules.mediaTools ? MEDIA_TOOLS : [])
  return chosen.value.map((rules, index) => ({ rules, name: rules.name, identifier: identifiers[index] ?? rules.name }))
}

/** The declarations of the tools, and where their file is when they do not stand in the instructions. */
export interface CodeStub {
  readonly text: string
  /** Relative to the workspace. */
  readonly path?: string
}

export function stubOf(tools: readonly NamedCodeTool[], { language, rules }: CodeMode, digests: Digests): CodeStub {
  const text = codeStub(
    language,
    tools.map(({ identifier, rules: { tool } }) => ({
      identifier,
      description: tool.description,
      parameters: tool.schema ?? functionSchema(tool.parameters),
      ...(tool.described?.outputSchema !== undefined && { outputSchema: tool.described.outputSchema }),
    })),
  )
  if (rules.stub === 'prompt') return { text }
  const folder = rules.stub.replace(/\/+$/, '')
  return { text, path: `${folder}/tools-${digests.sha256(text).slice(0, 16)}.${LANGUAGES[language].extension}` }
}

/** What the instructions say, after everything else. */
export function codeSection({ text, path }: CodeStub, { language, rules }: CodeMode): string {
  const { name, print } = LANGUAGES[language]
  const example = language === 'python' ? 'await tools.name(key=value)' : 'await tools.name({ key: value })'
  const media = rules.mediaTools
    ? [`Attach what is to be seen or heard with tools.attach_image, tools.attach_audio or tools.attach_video.`]
    : []
  const lines = [
    `Write ${name} for ${RUN_CODE}. Only what it prints with ${print} comes back, and what it attaches.`,
    `It calls tools as ${example}: keyword arguments only. Results are plain values. A call that fails raises BubError.`,
    ...media,
  ]
  const block =
    path === undefined ? `\`\`\`${language === 'python' ? 'python' : 'typescript'}\n${text}\`\`\`` : undefined
  const where = block ?? `The tools are declared in ${path}. Read it before you call one.`
  return `## Code\n\n${lines.join('\n')}\n\n${where}`
}

/** Puts the declarations where the instructions say that they are. The same ones have the same name, so it may be done again. */
export async function placeStub(context: RunContext, agent: AgentCall): Promise<void> {
  const { span, parent, ruled } = agent
  const { path, text = '' } = ruled?.stub ?? {}
  if (path === undefined || context.code === undefined || context.source?.onDifference === 'fail') return
  const problem = await context.code.place(placeOf(context, agent), { path, text })
  if (problem === undefined) return
  const said = `The tools of code could not be declared in ${path}: ${problem}`
  await context.journal.commit([{ type: 'note.noted', span, parent, level: 'warning', text: said, source: 'code' }])
}

function placeOf(context: RunContext, agent: AgentCall): CodePlace {
  const { request } = context
  const { entry, span, signal, ruled } = agent
  const rules = ruled?.supplied.find(({ name }) => name === RUN_CODE)
  return {
    ...{ run: request.run, session: request.place ?? request.session, span, signal },
    ...{ sources: sourcesOf(context, entry), context: contextBeforeCalls(context, agent, rules) },
  }
}
