// One value of a block; undefined where it is missing or cannot be used.
import { isJsonList, type Json, JsonNumber, jsonAt } from '@slyglass/base'

export function textAt(json: Json | undefined, key: string): string | undefined {
  const value = jsonAt(json, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function flagAt(json: Json | undefined, key: string): boolean | undefined {
  const value = jsonAt(json, key)
  return typeof value === 'boolean' ? value : undefined
}

export function numberAt(json: Json | undefined, key: string, least = 0): number | undefined {
  const value = jsonAt(json, key)
  if (!(value instanceof JsonNumber)) return undefined
  const number = value.toNumber()
  return Number.isFinite(number) && number >= least ? number : undefined
}

export function textsAt(json: Json | undefined, key: string): readonly string[] | undefined {
  const value = jsonAt(json, key)
  if (!isJsonList(value)) return undefined
  return value.filter((item): item is string => typeof item === 'string')
}

export function oneOf<T extends string>(value: Json | undefined, known: readonly T[]): T | undefined {
  return known.find((one) => one === value)
}
