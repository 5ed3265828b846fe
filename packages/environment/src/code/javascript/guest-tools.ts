// `tools` and `models` inside of the engine: thin objects that only ask.
import { type Json, parseJson, printJson } from '@slyglass/base'
import { toTotalJson, toValue } from '../../typescript-host/values.ts'
import type { CellAnswer, CellQuestion } from '../cell-messages.ts'
import { mediaSourceOf } from './media-source.ts'

type Body<T> = T extends unknown ? Omit<T, 'id'> : never
type Ask = (question: Body<CellQuestion>) => Promise<unknown>
type Tool = (...given: unknown[]) => Promise<unknown>

/** A call that failed. Its text is `[kind] message`. */
export class BubError extends Error {
  override readonly name = 'BubError'
}

/** Questions that are open, and what settles them. */
export class GuestQuestions {
  readonly #send: (json: string) => boolean
  readonly #open = new Map<number, (answer: CellAnswer) => void>()
  #last = 0

  constructor(send: (json: string) => boolean) {
    this.#send = send
  }

  readonly ask: Ask = (question) =>
    new Promise((resolve, reject) => {
      this.#last += 1
      const id = this.#last
      this.#open.set(id, (answer) => {
        if (!answer.ok) reject(new BubError(answer.message))
        else if ('json' in answer) resolve(readValue(answer.json))
        else resolve(answer.text)
      })
      if (this.#send(JSON.stringify({ ...question, id }))) return
      this.#open.delete(id)
      reject(new BubError('[invalid_input] Too many calls at once, or too much in them.'))
    })

  hear(answer: CellAnswer): void {
    const settle = this.#open.get(answer.id)
    this.#open.delete(answer.id)
    settle?.(answer)
  }
}

/** `tools.<name>({…})`. */
export function makeTools(names: readonly string[], media: boolean, ask: Ask): object {
  const tools: Record<string, Tool> = Object.create(null)
  if (media) for (const kind of ['image', 'audio', 'video'] as const) tools[`attach_${kind}`] = attacher(kind, ask)
  for (const name of names)
    tools[name] = keywordsOnly(name, (args) =>
      ask({ type: 'call', tool: name, args: writeValue(args, `an argument of tools.${name}()`) }),
    )
  return new Proxy(Object.freeze(tools), {
    get(target, name) {
      if (typeof name === 'symbol' || name in target || name === 'then' || name === 'toJSON')
        return Reflect.get(target, name)
      throw new TypeError(`there is no tools.${name}; there are: ${Object.keys(target).sort().join(', ') || 'none'}`)
    },
  })
}

function attacher(kind: 'image' | 'audio' | 'video', ask: Ask): Tool {
  return keywordsOnly(`attach_${kind}`, async (args) => {
    const keys = Object.keys(args)
    if (keys.length !== 1 || keys[0] !== kind) throw new TypeError(`tools.attach_${kind}() takes { ${kind} }`)
    const source = mediaSourceOf(args[kind], kind)
    if (source !== undefined) return ask({ type: 'media', kind, source })
    throw new BubError(
      `[invalid_input] Cannot load the ${kind}: a value of type ${typeof args[kind]} without url, path or data is no ${kind}`,
    )
  })
}

function keywordsOnly(name: string, use: (args: Record<string, unknown>) => Promise<unknown>): Tool {
  return (...given) => {
    const [args = {}] = given
    if (given.length > 1 || !isPlain(args)) throw new TypeError(`tools.${name}() accepts keyword arguments only`)
    return use(args)
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** `models.chat`, `models.embed`, `models.decide`. */
export function makeModels(ask: Ask): object {
  const question = async (kind: 'chat' | 'embed' | 'decide', request: object) => {
    try {
      return await ask({ type: 'model', question: kind, request: writeValue(request, `a request of models.${kind}()`) })
    } catch (problem) {
      const said = problem instanceof Error ? problem.message : String(problem)
      if (!(problem instanceof BubError) || /^(?:\[|[Rr]epublic)/.test(said)) throw problem
      throw new BubError(`republic.${kind} failed: ${said}`)
    }
  }
  return Object.freeze({
    async chat(prompt: unknown, options: Record<string, unknown> = {}) {
      if (options.tools !== undefined || options.tool_choice !== undefined)
        throw new BubError('republic models in run_code do not support tools.')
      const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt
      return question('chat', { messages, ...options })
    },
    async embed(input: unknown, options: object = {}) {
      return question('embed', { input: typeof input === 'string' ? [input] : input, ...options })
    },
    async decide(state: unknown, questions: unknown, options: object = {}) {
      return question('decide', { state, questions, ...options })
    },
  })
}

function readValue(text: string): unknown {
  const read = parseJson(text)
  if (!read.ok) throw new Error('the result is no JSON')
  return toValue(read.value)
}

function writeValue(value: unknown, what: string): string {
  let json: Json
  try {
    json = toTotalJson(value)
  } catch {
    throw new TypeError(`${what} cannot be written as JSON`)
  }
  return printJson(json)
}
