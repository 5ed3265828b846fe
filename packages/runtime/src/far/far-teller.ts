// Messages of another server as events. What it does not tell is not made up: no model request, no prompt, no argument.
import { type Json, type JsonObject, type JsonText, printJson } from '@slyglass/base'
import { type Draft, FRONT_MAN_SPAN, RUN_SPAN, type ToolKind } from '@slyglass/run-log'
import type { Digests } from '../ports.ts'
import type { FarMessage, FarStep } from './far-message.ts'
import { FarNode, isSameName, nodeAt } from './far-tree.ts'

interface TellerInput {
  readonly frontMan: string
  readonly kinds: ReadonlyMap<string, ToolKind>
  readonly digests: Digests
}

/** The last message from the framework: the answer. */
export type FarAnswer = Pick<FarMessage, 'text' | 'structure' | 'context' | 'sly'>

export class FarTeller {
  readonly #input: TellerInput
  readonly #root: FarNode
  readonly #activations = new Map<string, number>()
  #answer: FarAnswer | undefined
  #tokens: JsonObject | undefined

  constructor(input: TellerInput) {
    this.#input = input
    this.#root = new FarNode(input.frontMan)
    this.#root.agentOpen = true
  }

  /** The newest answer, if one came. */
  get answer(): FarAnswer | undefined {
    return this.#answer
  }

  tell(message: FarMessage): readonly Draft[] {
    const drafts: Draft[] = []
    const node = nodeAt(this.#root, message.origin, (caller, step) => this.#appear(caller, step, drafts))
    switch (message.type) {
      case 'AGENT_FRAMEWORK':
        if (node === this.#root) this.#hearAnswer(message, drafts)
        else node.said = message.text
        break
      case 'AI':
        if (node === this.#root) this.#flushWords(message.text, drafts)
        node.said = message.text
        break
      case 'HUMAN':
        if (node !== this.#root) this.#openAgent(node, message.text, drafts)
        break
      case 'AGENT_TOOL_RESULT':
        this.#hearResult(node, message, drafts)
        break
      case 'AGENT_PROGRESS':
        this.#hearProgress(node, message, drafts)
        break
      case 'AGENT':
        this.#hearAgent(node, message, drafts)
        break
      default:
        drafts.push(this.#note(node, 'debug', message))
    }
    return drafts
  }

  /** Ends what is still open below the front man: the server said nothing more of it. */
  closeCalls(): readonly Draft[] {
    const drafts: Draft[] = []
    for (const call of this.#root.calls) this.#closeCall(call, '', drafts)
    return drafts
  }

  /** The figures that the server counted, in one sentence. */
  tokenNote(): readonly Draft[] {
    const [input, output] = [this.#tokens?.get('prompt_tokens'), this.#tokens?.get('completion_tokens')]
    if (this.#tokens === undefined || input === undefined || output === undefined) return []
    const text = `The server counted ${printJson(input)} tokens in, ${printJson(output)} out.`
    return [{ type: 'note.noted', span: RUN_SPAN, parent: null, level: 'info', text, source: SOURCE }]
  }

  #hearAnswer({ text, structure, context, sly }: FarMessage, drafts: Draft[]): void {
    if (this.#answer !== undefined && this.#answer.text !== '')
      drafts.push(note(FRONT_MAN_SPAN, RUN_SPAN, 'info', this.#answer.text))
    this.#answer = { text, structure, context, sly }
  }

  /** Words of the front man that turn out not to be its last. */
  #flushWords(next: string, drafts: Draft[]): void {
    const { said } = this.#root
    if (said !== '' && said !== next) drafts.push(note(FRONT_MAN_SPAN, RUN_SPAN, 'info', said))
  }

  #hearAgent(node: FarNode, message: FarMessage, drafts: Draft[]): void {
    const { structure, text } = message
    const invoked = structure?.get('invoked_agent_name') ?? /^Invoking: `(.+?)` with:/.exec(text)?.[1]
    if (typeof invoked === 'string') this.#call(node, invoked, structure?.get('params'), drafts)
    else if (structure?.get('tool_start') === true) this.#startTool(node, structure.get('tool_args'), drafts)
    else if (structure?.get('tool_end') === true) this.#endTool(node, structure, drafts)
    else {
      if (node === this.#root && structure?.has('total_tokens') === true) this.#tokens = structure
      const counts = structure?.has('total_tokens') === true
      drafts.push(this.#note(node, counts || text === '' ? 'debug' : 'info', message))
    }
  }

  #call(caller: FarNode, name: string, params: Json | undefined, drafts: Draft[]): void {
    if (caller !== this.#root && caller.attempt !== 'open') this.#openAgent(caller, '', drafts)
    const node = new FarNode(name, caller)
    drafts.push(this.#started(node, params === undefined ? '' : printJson(params), this.#next(name)))
  }

  #appear(caller: FarNode, step: FarStep, drafts: Draft[]): FarNode {
    if (caller !== this.#root && caller.attempt !== 'open') this.#openAgent(caller, '', drafts)
    const node = new FarNode(step.tool, caller, false)
    drafts.push(this.#started(node, '', step.index))
    return node
  }

  #started(node: FarNode, args: JsonText, instance: number): Draft {
    const { caller, name, span, batch } = node
    const told = [...this.#input.kinds].find(([known]) => isSameName(known, name))
    const size = (caller?.calls ?? []).filter((call) => call.batch === batch).length
    return {
      type: 'tool.started',
      span,
      parent: node.parent,
      agent: caller?.name ?? '',
      tool: name,
      kind: told?.[1] ?? 'unknown',
      callId: '',
      args,
      batch: { id: batch, size, mode: 'parallel', ceilingMs: 0 },
      instance,
      ...(told?.[1] === 'network' && { reference: told[0] }),
    }
  }

  #next(name: string): number {
    const index = (this.#activations.get(name) ?? 0) + 1
    this.#activations.set(name, index)
    return index
  }

  #openAgent(node: FarNode, input: string, drafts: Draft[]): void {
    if (node.agentOpen || node.over || node.caller === undefined) return
    node.agentOpen = true
    const instance = node.step?.index ?? 1
    drafts.push({
      ...{ type: 'agent.started', span: node.agent, parent: node.span, agent: node.name, role: 'agent' },
      ...{ instance, input },
    })
  }

  #startTool(node: FarNode, args: Json | undefined, drafts: Draft[]): void {
    if (node.attempt !== 'none' || node.over || node === this.#root) return
    node.attempt = 'open'
    const own = args instanceof Map ? new Map([...args].filter(([name]) => !/^origin(?:_str)?$/.test(name))) : args
    const text = own === undefined ? undefined : printJson(own)
    drafts.push({
      ...{ type: 'attempt.started', span: node.attemptSpan, parent: node.span, of: 'tool', number: 1 },
      digest: this.#input.digests.sha256(text ?? ''),
      ...(text !== undefined && { args: text }),
    })
  }

  #endTool(node: FarNode, structure: JsonObject, drafts: Draft[]): void {
    if (node.attempt !== 'open') return
    for (const call of node.calls) this.#closeCall(call, '', drafts)
    const failed = structure.get('tool_error') === true
    const output = structure.get('tool_output') ?? null
    const text = typeof output === 'string' ? output : printJson(output)
    node.attempt = failed ? 'failed' : 'ok'
    drafts.push({
      ...{ type: 'attempt.finished', span: node.attemptSpan, parent: node.span, outcome: failed ? 'failed' : 'ok' },
      answer: { of: 'tool', text, ...(typeof output !== 'string' && { value: printJson(output) }) },
      ...(failed && { failure: { code: 'far-tool', message: text } }),
    } as Draft)
    // Of a call that code made, the server tells no result of its own.
    if (!node.announced) this.#closeCall(node, text, drafts)
  }

  #hearResult(caller: FarNode, message: FarMessage, drafts: Draft[]): void {
    const path = message.resultOrigin
    const node = path.length < 2 ? undefined : nodeAt(this.#root, path, (at, step) => this.#appear(at, step, drafts))
    if (node === undefined || node === this.#root) drafts.push(this.#note(caller, 'debug', message))
    else this.#closeCall(node, message.text, drafts)
  }

  #closeCall(node: FarNode, text: string, drafts: Draft[]): void {
    if (node.over) return
    for (const call of node.calls) this.#closeCall(call, '', drafts)
    const { span, agent, caller } = node
    if (node.attempt === 'open') {
      node.attempt = 'ok'
      drafts.push({ type: 'attempt.finished', span: node.attemptSpan, parent: span, outcome: 'ok' })
    }
    if (node.agentOpen)
      drafts.push({ type: 'agent.finished', span: agent, parent: span, outcome: 'ok', answer: node.said || text })
    node.over = true
    const outcome = node.attempt === 'failed' ? 'failed' : 'ok'
    const failure = outcome === 'failed' ? { failure: { code: 'far-tool', message: text } } : {}
    drafts.push({
      ...{ type: 'tool.finished', span, parent: node.parent, outcome, text, attempts: 1 },
      ...failure,
    })
    caller?.answer()
  }

  #hearProgress(node: FarNode, { text, structure }: FarMessage, drafts: Draft[]): void {
    if (text === '' && structure === undefined) return
    if (node === this.#root || node.over) {
      if (text !== '') drafts.push(note(FRONT_MAN_SPAN, RUN_SPAN, 'info', text))
      return
    }
    if (node.attempt === 'none') this.#startTool(node, undefined, drafts)
    if (node.attempt !== 'open') return
    drafts.push({
      ...{ type: 'attempt.delta', span: node.attemptSpan, parent: node.span, kind: 'progress', text },
      ...(structure !== undefined && { structure: printJson(structure) }),
    })
  }

  /** A message that is no event of its own. */
  #note(node: FarNode, level: 'debug' | 'info', { type, text, structure }: FarMessage): Draft {
    const inside = node.agentOpen && node !== this.#root
    const [span, parent] = inside ? [node.agent, node.span] : [node.span, node.parent]
    const words = structure === undefined ? text : [text, printJson(structure)].filter((part) => part !== '').join(' ')
    return note(span, parent, level, level === 'debug' ? `${type}: ${words}` : words)
  }
}

const SOURCE = 'neuro-san server'

function note(
  span: Extract<Draft, { type: 'note.noted' }>['span'],
  parent: Draft['parent'],
  level: 'debug' | 'info',
  text: string,
): Draft {
  return { type: 'note.noted', span, parent, level, text, source: SOURCE }
}
