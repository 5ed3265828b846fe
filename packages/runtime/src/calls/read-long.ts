// Results that are too long for a model: how they are told, and the tool that reads them. There is one such tool in an agent: it reads
// pages, or what was put aside.
import { type Json, JsonNumber, type JsonObject, jsonAt } from '@slyglass/base'
import type { Entry, Studio } from '@slyglass/network'
import type { ToolAnswer } from '@slyglass/run-log'
import { moreText, pageOf, READ_MORE, readSpill, SPILL_READ, spillChars } from '@slyglass/tools'
import type { CallableTool } from '../plan-tools.ts'
import { builtInTool } from './built-in-tools.ts'
import type { LongResults, LongRule } from './ruled-agent.ts'

/** The bub profile puts results aside, and so does a network that says from when on; everyone else reads pages. */
export function longRuleOf({ profile, spillTokens, json }: Studio): LongRule {
  const from = spillChars(spillTokens)
  if (profile === 'bub') return from === undefined ? { kind: 'whole' } : { kind: 'aside', from }
  return jsonAt(json, 'spill') === undefined || from === undefined ? { kind: 'pages' } : { kind: 'aside', from }
}

interface Reading {
  readonly long: LongResults
  readonly taken: ReadonlySet<string>
  readonly most: number
}

/** The tool that reads on; a tool of the agent with its name wins. */
export function readersOf(agent: Entry, { kind }: LongRule, { long, taken, most }: Reading): readonly CallableTool[] {
  if (kind === 'whole' || taken.has(kind === 'aside' ? SPILL_READ : READ_MORE)) return []
  return [kind === 'aside' ? spillReadTool(agent, long) : readResultTool(agent, long, most)]
}

const READ_ON = 'Reads on in a long result of an earlier call.'

/** Offered once a result was cut. */
function readResultTool(agent: Entry, long: LongResults, most: number): CallableTool {
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

const READ_SPILL = 'Reads a result that was put aside, in chunks; its text names the handle.'

/** Offered once a result was put aside. */
function spillReadTool(agent: Entry, long: LongResults): CallableTool {
  const [text, whole, flag] = ['string', 'integer', 'boolean'].map((type): Json => new Map([['type', type]]))
  const fields = [
    ['handle', text],
    ['cursor', whole],
    ['count', whole],
    ['from_end', flag],
  ] as [string, Json][]
  const parameters: JsonObject = new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map(fields)],
    ['required', ['handle']],
  ])
  const settings: JsonObject = new Map([['category', 'read']])
  const described = { name: SPILL_READ, description: READ_SPILL, parameters, settings, env: [], hasHealth: false }
  return { ...builtInTool(agent, described, (args) => readAside(long, args)), isPaged: true }
}

function readAside(long: LongResults, args: JsonObject): ToolAnswer {
  const [handle, cursor, count] = ['handle', 'cursor', 'count'].map((key) => jsonAt(args, key))
  const whole = typeof handle === 'string' ? long.find(handle) : undefined
  if (whole === undefined) return { of: 'tool', text: `Nothing that was put aside has the handle ${String(handle)}.` }
  const range = {
    ...(cursor instanceof JsonNumber && { cursor: cursor.toNumber() }),
    ...(count instanceof JsonNumber && { count: count.toNumber() }),
    fromEnd: jsonAt(args, 'from_end') === true,
  }
  return { of: 'tool', text: readSpill(whole.truth, String(handle), range) }
}
