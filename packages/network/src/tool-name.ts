// Which names a new coded tool may have: its file and its class are named after it.

/** What neither Python nor TypeScript takes as the name of a module or a class. */
const RESERVED = new Set(
  (
    'and as assert async await break case catch class const continue debugger def default del delete do elif else enum ' +
    'except export extends false finally for from function global if implements import in instanceof interface is lambda ' +
    'let new none nonlocal not null or package pass private protected public raise return static super switch this throw ' +
    'true try typeof var void while with yield'
  ).split(' '),
)

/** Why a new coded tool cannot have a name; undefined when it can. */
export function toolNameFault(name: string, taken: readonly string[]): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return 'A name begins with a letter.'
  const odd = /[^A-Za-z0-9_-]/u.exec(name)?.[0]
  if (odd !== undefined) return `A name is letters, digits, _ and -; ${odd === ' ' ? 'a blank' : odd} cannot be in it.`
  if (name.length > 64) return 'A name has at most 64 characters.'
  if (RESERVED.has(name.toLowerCase()))
    return `${name} is a word of Python or TypeScript, so no file and no class can be named after it. Add another word.`
  return taken.includes(name) ? `${name} is taken in this network. Choose another name.` : undefined
}
