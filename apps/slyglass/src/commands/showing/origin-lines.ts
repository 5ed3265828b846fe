import { printJson } from '@slyglass/base'
import { jsonOf, type Origin, type Step, type ValueOrigin } from '@slyglass/hocon'
import type { SourceRange } from '@slyglass/network'
import type { Places } from '../reading/places.ts'

/** A value, under it the places that it is written at, then every place where its key is, oldest first. */
export async function originLines(origin: ValueOrigin, places: Places): Promise<readonly string[]> {
  const { name, value, definitions } = origin
  const sources = await Promise.all(sourcesOf(origin).map((source) => sourceLine(source, places)))
  const layers = await Promise.all(definitions.map(async (key) => `  key   ${await pointTo(key, places)}`))
  const json = printJson(jsonOf(value))
  return [name === '' ? json : `${name} = ${json}`, ...sources, ...layers]
}

interface Source extends Origin {
  /** A part of a joined text. */
  readonly text?: string
}

function sourcesOf({ value, origin, pieces }: ValueOrigin): readonly Source[] {
  if (value.kind !== 'string' || pieces.length === 0) return [origin]
  return pieces.map(({ place, via, from, to }) => ({ place, via, text: value.text.slice(from, to) }))
}

async function sourceLine({ place, via, text }: Source, places: Places): Promise<string> {
  const steps = await Promise.all(via.map((step) => printStep(step, places)))
  const piece = text === undefined ? '' : ` ${JSON.stringify(text)}`
  return [`  value ${await pointTo(place, places)}${piece}`, ...steps].join(', ')
}

async function printStep(step: Step, places: Places): Promise<string> {
  const at = await pointTo(step.at, places)
  switch (step.kind) {
    case 'include':
      return `included at ${at}`
    case 'substitution':
      return `by \${${step.path}} at ${at}`
    case 'env':
      return `from the variable ${step.name} at ${at}`
    case 'note':
      return `${step.name} at ${at}`
  }
}

async function pointTo(range: SourceRange, places: Places): Promise<string> {
  const { file, from } = await places.show(range)
  return `${file}:${from.line}:${from.column}`
}
