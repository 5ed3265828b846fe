// "Test connection" of Settings: is there an OpenAI-compatible model behind this address, with this key and name?
import { err, ok, type Result } from '@slyglass/base'
import { ModelFailure, type ModelProvider } from '@slyglass/runtime'
import { z } from 'zod'
import { readWhole } from './answers.ts'
import type { DoorRequest } from './exchange.ts'
import { createModelPort, exchangeOnce, type ModelPortOptions } from './model-port.ts'

export interface ConnectionReport {
  /** Names that the endpoint lists; empty when it keeps no list. */
  readonly models: readonly string[]
  /** The model that answered a one-line question, when a name was given. */
  readonly answeredBy?: string
  /** A sentence for the person who tests. */
  readonly message: string
}

const modelPage = z.object({ data: z.array(z.object({ id: z.string() })) })
/** A test list may be long; the screen needs a choice, not all of it. */
const MAX_MODELS = 500
/** Endpoints without a list answer the first question with one of these; the second question decides. */
const NO_LIST = new Set(['model-not-found', 'request-refused', 'not-a-model-endpoint'])

/** Asks for the list of models, and with a model name also one short question. Sends nothing private. */
export async function testConnection(
  provider: ModelProvider,
  options: ModelPortOptions,
  signal: AbortSignal,
): Promise<Result<ConnectionReport, ModelFailure['failure']>> {
  try {
    const models = await listModels(provider, options, signal)
    const name = provider.modelName
    if (name === undefined && models === undefined) return err(NAME_NEEDED)
    const answeredBy = name === undefined ? undefined : await askBriefly(provider, name, options, signal)
    return ok(report(models ?? [], answeredBy))
  } catch (error) {
    if (error instanceof ModelFailure) return err(error.failure)
    throw error
  }
}

const NAME_NEEDED = {
  code: 'model-name-needed',
  message: 'The endpoint keeps no list of models. Enter a model name, so that it can be asked a question.',
  retryable: false,
}

function report(models: readonly string[], answeredBy: string | undefined): ConnectionReport {
  const listed =
    models.length === 0 ? '' : ` The endpoint lists ${models.length} ${models.length === 1 ? 'model' : 'models'}.`
  return {
    models: models.slice(0, MAX_MODELS),
    ...(answeredBy !== undefined && { answeredBy }),
    message: answeredBy === undefined ? `Connected.${listed}` : `Connected: ${answeredBy} answered.${listed}`,
  }
}

async function listModels(
  provider: ModelProvider,
  options: ModelPortOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const request: DoorRequest = { agent: '', network: '', body: '', signal, beforeSend: async () => 'send' }
  try {
    const page: unknown = await exchangeOnce(options, provider, request, async (door) =>
      readWhole(await door('GET', '/models')),
    )
    const read = modelPage.safeParse(page)
    const names = read.success ? read.data.data.map((model) => model.id) : []
    return names.length === 0 ? undefined : names
  } catch (error) {
    if (error instanceof ModelFailure && NO_LIST.has(error.failure.code) && provider.modelName !== undefined)
      return undefined
    throw error
  }
}

async function askBriefly(
  provider: ModelProvider,
  model: string,
  options: ModelPortOptions,
  signal: AbortSignal,
): Promise<string> {
  const question = 'Reply with the word ok.'
  // What is tested is what runs ask: with `auto` that is chat, which every endpoint has.
  const api = provider.api === 'responses' ? 'responses' : 'chat'
  const body = JSON.stringify(
    api === 'responses' ? { model, input: question } : { model, messages: [{ role: 'user', content: question }] },
  )
  const reply = await createModelPort(options).send({
    provider,
    agent: '',
    network: '',
    api,
    body,
    signal,
    beforeSend: async () => 'send',
    onText: () => undefined,
  })
  return reply.model === '' ? model : reply.model
}
