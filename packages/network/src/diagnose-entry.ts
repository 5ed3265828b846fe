// What is wrong with one entry.
import { diagnoseAllow } from './diagnose-allow.ts'
import { diagnoseParameters } from './diagnose-parameters.ts'
import { diagnoseSize } from './diagnose-size.ts'
import type { Diagnostic, Severity, SourceRange } from './model.ts'
import type { EntrySource } from './network-source.ts'
import { nameRange, partOf, say } from './say.ts'

export function diagnoseEntry(source: EntrySource, described: readonly string[] = []): readonly Diagnostic[] {
  return [
    ...diagnoseCombination(source),
    ...diagnoseTexts(source, described),
    ...diagnoseClass(source),
    ...diagnoseParameters(source),
    ...diagnoseSize(source),
    ...diagnoseAllow(source),
    ...diagnoseEnvironment(source),
  ]
}

function diagnoseCombination(source: EntrySource): readonly Diagnostic[] {
  const { value, entry } = source
  const at = (key: string) => partOf(value, key)?.origin.place
  const found: Diagnostic[] = []
  const add = (severity: Severity, code: string, message: string, place: SourceRange) =>
    found.push(say(severity, code, message, place, entry.name))
  const [classAt, toolboxAt, toolsAt] = [at('class'), at('toolbox'), at('tools')]
  if (classAt && toolboxAt)
    add('error', 'class-and-toolbox', 'an entry has a class or a toolbox name, not both', toolboxAt)
  if (toolboxAt && toolsAt)
    add('error', 'toolbox-and-tools', 'a toolbox tool runs code and calls no model, so it cannot have tools', toolsAt)
  const instructionsAt = at('instructions')
  if (classAt && instructionsAt)
    add('warning', 'class-and-instructions', 'with a class the instructions are not used', instructionsAt)
  if (entry.kind === 'incomplete' && entry.name !== '') {
    const message = `${entry.name} cannot be called: it has no function, class or toolbox`
    add('error', 'not-callable', message, nameRange(source))
  }
  if (entry.kind === 'agent' && instructionsAt === undefined)
    add(
      'warning',
      'missing-instructions',
      `${entry.name} has no instructions, so it answers with a notice only${classHint(source)}`,
      nameRange(source),
    )
  return found
}

// Without its class a coded tool looks like an agent that nobody instructed.
function classHint({ value, entry }: EntrySource): string {
  if (entry.isFrontMan || partOf(value, 'tools') !== undefined || partOf(value, 'command') !== undefined) return ''
  return '; if code answers here, write class = "module.ClassName": a coded tool needs it'
}

function diagnoseTexts(source: EntrySource, described: readonly string[]): readonly Diagnostic[] {
  const { value, entry } = source
  const found: Diagnostic[] = []
  const description = partOf(value, 'function', 'description')
  const bringsOne = entry.className !== undefined && described.includes(entry.className)
  const needsOne = !bringsOne && (entry.kind === 'coded-tool' || entry.kind === 'agent')
  if (description === undefined && needsOne) {
    const severity = entry.isFrontMan ? 'warning' : 'error'
    const why = entry.isFrontMan ? 'clients see no description' : 'no model can be told what it does'
    const place = partOf(value, 'function')?.origin.place
    const at = place === undefined ? nameRange(source) : { ...place, to: Math.min(place.to, place.from + 1) }
    found.push(
      say(severity, 'missing-description', `${entry.name} has no function.description; ${why}`, at, entry.name),
    )
  }
  for (const path of [['instructions'], ['function', 'description']]) {
    const text = partOf(value, ...path)
    if (text === undefined || (text.kind === 'string' && text.text.trim() !== '')) continue
    const message = `${path.join('.')} must be a text that is not empty`
    found.push(say('error', 'empty-text', message, text.origin.place, entry.name))
  }
  return found
}

function diagnoseClass({ value, entry }: EntrySource): readonly Diagnostic[] {
  const found = partOf(value, 'class')
  if (found === undefined) return []
  if (found.kind === 'string' && /^[^.\s]+(?:\.[^.\s]+)+$/.test(found.text)) return []
  const message = 'class is written module.ClassName, such as accountant.Accountant'
  return [say('error', 'bad-class', message, found.origin.place, entry.name)]
}

// What an environment variable holds would go to a model.
function diagnoseEnvironment({ value, entry }: EntrySource): readonly Diagnostic[] {
  return [['instructions'], ['command'], ['function', 'description']].flatMap((path) => {
    const text = partOf(value, ...path)
    const piece = text?.kind === 'string' ? text.pieces.find((part) => part.written === 'env') : undefined
    if (piece === undefined) return []
    const message = `an environment variable goes into ${path.join('.')}, which a model reads`
    return [say('warning', 'environment-in-prompt', message, piece.place, entry.name)]
  })
}
