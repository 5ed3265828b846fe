// What a tool of the studio gets and gives.
import { type Json, JsonNumber, type JsonObject, jsonAt } from '@slyglass/base'
import type { HostCall } from '@slyglass/runtime'
import type { SessionEnvironment } from '../environments/environments.ts'

export type ReadVariable = (name: string) => string | undefined

/** Where it works and what it may reach. */
export interface BuiltInCall {
  readonly args: JsonObject
  /** Files and programs, and the folder that paths count from. */
  readonly place: SessionEnvironment
  /** The agent is told of failures as those of this profile are. */
  readonly profile?: 'bub'
  /** Addresses of this machine and its network that the project lists. */
  readonly fetchAllow: readonly string[]
  readonly network: 'on' | 'off'
  /** A variable of the project, else of the server; only for tools that say which they need. */
  readonly variable: ReadVariable
  readonly signal: AbortSignal
  onOutput: HostCall['onOutput']
}

/** A failed one is told to the model like any failure that a tool returns. */
export type BuiltInEnd =
  /** `value`: what the text says, where that is more than a text. */
  | { readonly ok: true; readonly text: string; readonly value?: Json }
  | {
      readonly ok: false
      readonly text: string
      readonly category?: 'validation' | 'permission' | 'external' | 'system'
    }

/** One tool. Throws only what is a defect, or the reason of a signal that was aborted. */
export type BuiltInTool = (call: BuiltInCall) => Promise<BuiltInEnd>

export const done = (text: string): BuiltInEnd => ({ ok: true, text })

export function failed(text: string, category?: Extract<BuiltInEnd, { ok: false }>['category']): BuiltInEnd {
  return { ok: false, text, ...(category !== undefined && { category }) }
}

/** An argument that is a text; anything else counts as not given. */
export function textArg(args: JsonObject, name: string): string | undefined {
  const value = jsonAt(args, name)
  return typeof value === 'string' ? value : undefined
}

/** A whole number from `least` on, else the fallback. */
export function countArg(args: JsonObject, name: string, fallback: number, least = 1): number {
  const value = jsonAt(args, name)
  if (!(value instanceof JsonNumber)) return fallback
  const number = Math.trunc(value.toNumber())
  return Number.isFinite(number) ? Math.max(least, number) : fallback
}
