// Vectors for texts, asked of the endpoint of the chosen model. The answer is kept like any other of a model.
import {
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonAt,
  parseJson,
  printJson,
} from '@slyglass/base'
import { attemptSpan, type ModelAnswer } from '@slyglass/run-log'
import { attemptModel } from '../attempt-model.ts'
import { passDoor, type Question } from '../door.ts'
import { alike } from '../forms.ts'
import type { HostUseReply } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import { type CodeModelCall, failedReply, refused, told, usageOf } from './code-model-call.ts'

export async function askVectors(
  context: RunContext,
  { agent, place, choices: [choice] }: CodeModelCall,
  request: JsonObject,
): Promise<HostUseReply> {
  const { journal, digests, request: run } = context
  const input = request.get('input')
  if (!isJsonList(input) || input.length === 0 || !input.every((one) => typeof one === 'string'))
    return refused('[invalid_input] input must be a list of texts.')
  const dimensions = request.get('dimensions')
  const body = printJson(
    new Map<string, Json>([
      ['model', choice.settings.model],
      ['input', input],
      ...(dimensions instanceof JsonNumber ? [['dimensions', dimensions] as const] : []),
    ]),
  )
  const model = run.provider.ref.offline ? run.provider.ref.label : choice.settings.model
  await journal.commit([{ type: 'model.started', ...place, agent: agent.entry.name, turn: 1, model, offered: [] }])
  const digest = digests.sha256(body)
  for (let number = 1; ; number += 1) {
    const question: Question = {
      of: 'model',
      span: attemptSpan(place.span, number),
      parent: place.span,
      number,
      digest,
    }
    const sent = { agent, choice, api: 'embeddings', strictRoles: false, body: alike(body) } as const
    const tried = await passDoor<ModelAnswer>(context, question, () => attemptModel(context, question, sent))
    if (tried.kind === 'lost') continue
    const answer = tried.kind === 'answered' ? tried.answer.truth : undefined
    const failure = tried.kind === 'failed' ? tried.failure.truth : undefined
    await journal.commit([
      {
        ...{ type: 'model.finished', ...place, text: '', calls: [], attempts: number },
        outcome: failure === undefined ? 'ok' : 'failed',
        ...(failure !== undefined && { failure }),
        ...(answer?.usage !== undefined && { usage: answer.usage }),
      },
    ])
    if (failure !== undefined) return failedReply(failure)
    return readVectors(answer, model)
  }
}

function readVectors(answer: ModelAnswer | undefined, model: string): HostUseReply {
  const parsed = parseJson(answer?.text ?? '')
  const vectors = parsed.ok && isJsonObject(parsed.value) ? jsonAt(parsed.value, 'vectors') : undefined
  if (!isJsonList(vectors)) return refused('invalid_output: the endpoint answered without vectors.')
  return told([['vectors', vectors], ['model', model], ...usageOf(answer?.usage)])
}
