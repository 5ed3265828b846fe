// The name by which code calls a tool: `tools.<identifier>`.
import { isPythonName } from '../function-schema.ts'

/** Languages that code of a model is written in. */
export type StubLanguage = 'python' | 'javascript'

const JAVASCRIPT_WORDS: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
    'import in instanceof let new null return super switch this throw true try typeof var void while with yield'
  ).split(' '),
)

/** Every character that no identifier holds becomes `_`; a word of the language, a digit in front, or nothing at all gets one more. */
export function codeIdentifier(name: string, language: StubLanguage = 'python'): string {
  const plain = name.replace(/[^\p{L}\p{N}_]/gu, '_')
  return isFree(plain, language) ? plain : `_${plain}`
}

function isFree(name: string, language: StubLanguage): boolean {
  if (language === 'python') return isPythonName(name)
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !JAVASCRIPT_WORDS.has(name)
}

/** Identifiers of several tools, in their order; one that an earlier tool or the code's own names have is numbered. */
export function codeIdentifiers(
  names: readonly string[],
  language: StubLanguage,
  reserved: readonly string[] = [],
): readonly string[] {
  const taken = new Set(reserved)
  return names.map((name) => {
    const wanted = codeIdentifier(name, language)
    let identifier = wanted
    for (let n = 2; taken.has(identifier); n += 1) identifier = `${wanted}_${n}`
    taken.add(identifier)
    return identifier
  })
}
