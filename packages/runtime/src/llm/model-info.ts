// What is known about a model name: the stock table with a network's own llm_info file laid over it.
import { isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt } from '@slyglass/base'
import { overlay } from '@slyglass/network'
import { STOCK_ALIASES, STOCK_MODELS, type StockFacts } from './stock-models.ts'

/** A model name as it is sent, who serves it, and what is known about it. */
export interface ModelFacts {
  readonly name: string
  readonly providerClass: string
  readonly maxOutput?: number
  /** US dollars for 1000 tokens. */
  readonly prices?: { readonly input: number; readonly output: number }
}

/** Used by a network that names no model anywhere, whatever a llm_info file has as its default. */
export const DEFAULT_MODEL = 'gpt-5.2'

export class ModelInfo {
  readonly #own: JsonObject

  constructor(own: JsonObject = new Map()) {
    this.#own = own
  }

  /** Settings for every model, under those of a network. */
  get defaults(): JsonObject {
    const own = this.#own.get('default_config')
    return isJsonObject(own) ? own : new Map()
  }

  /** Undefined for a name that neither table has. */
  model(name: string): ModelFacts | undefined {
    const stock = stockModel(name)
    const own = this.#own.get(name)
    if (!isJsonObject(own) || RESERVED.has(name)) return stock
    const alias = textAt(own, 'use_model_name')
    const behind = alias === undefined || alias === name ? stock : this.model(alias)
    const providerClass = textAt(own, 'class') ?? behind?.providerClass
    if (providerClass === undefined) return undefined
    const maxOutput = numberAt(own, 'max_output_tokens') ?? behind?.maxOutput
    const prices = pricesAt(own) ?? behind?.prices
    return {
      name: alias ?? name,
      providerClass,
      ...(maxOutput !== undefined && { maxOutput }),
      ...(prices !== undefined && { prices }),
    }
  }

  /** The stock arguments of a class with those of the own file; undefined for a class that is not stock. */
  classArgs(name: string): JsonObject | undefined {
    const stock = STOCK_CLASSES[name]
    if (stock === undefined) return undefined
    const below = stock.parent === undefined ? new Map<string, Json>() : this.classArgs(stock.parent)
    const args = new Map([...stock.args, ...(below ?? [])])
    const own = jsonAt(this.#own, 'classes', name, 'args')
    if (!isJsonObject(own)) return args
    const merged = overlay(args, own)
    return merged.ok && isJsonObject(merged.value) ? merged.value : args
  }
}

const RESERVED: ReadonlySet<string> = new Set(['default_config', 'classes', 'factories'])

const OPENAI: JsonObject = new Map<string, Json>([
  ['max_retries', new JsonNumber('2')],
  ['streaming', false],
  ['use_responses_api', true],
  ['store', false],
  ['tool_strict', false],
])
const OTHER: JsonObject = new Map<string, Json>([
  ['max_retries', new JsonNumber('2')],
  ['streaming', false],
])

interface StockClass {
  readonly args: JsonObject
  /** Its arguments are laid over the class's own. */
  readonly parent?: string
}

const STOCK_CLASSES: Readonly<Record<string, StockClass>> = {
  openai: { args: OPENAI },
  'azure-openai': { args: new Map(), parent: 'openai' },
  anthropic: { args: OTHER },
  'anthropic-bedrock': { args: new Map(), parent: 'anthropic' },
  bedrock: { args: OTHER },
  gemini: {
    args: new Map<string, Json>([
      ...OTHER,
      ['max_retries', new JsonNumber('6')],
      ['temperature', new JsonNumber('0.7')],
    ]),
  },
  nvidia: { args: OTHER },
  ollama: { args: OTHER },
  openrouter: { args: OTHER },
}

function stockModel(name: string): ModelFacts | undefined {
  const [real, alternative] = (Object.hasOwn(STOCK_ALIASES, name) ? STOCK_ALIASES[name] : undefined) ?? [name]
  for (const [providerClass, models] of Object.entries(STOCK_MODELS))
    if (Object.hasOwn(models, real)) return toFacts(real, alternative ?? providerClass, models[real])
  return alternative === undefined ? undefined : { name: real, providerClass: alternative }
}

function toFacts(name: string, providerClass: string, facts: StockFacts | undefined): ModelFacts {
  const [maxOutput, input, output] = facts ?? [null]
  return {
    name,
    providerClass,
    ...(maxOutput !== null && { maxOutput }),
    ...(input !== undefined && output !== undefined && { prices: { input, output } }),
  }
}

function textAt(object: JsonObject, key: string): string | undefined {
  const value = object.get(key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberAt(object: JsonObject, key: string): number | undefined {
  const value = object.get(key)
  return value instanceof JsonNumber ? value.toNumber() : undefined
}

function pricesAt(object: JsonObject): ModelFacts['prices'] {
  const input = numberAt(object, 'price_per_1k_input_tokens')
  const output = numberAt(object, 'price_per_1k_output_tokens')
  return input === undefined || output === undefined ? undefined : { input, output }
}
