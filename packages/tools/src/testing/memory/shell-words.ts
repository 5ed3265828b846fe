// The part of a shell's language that programs in memory are started with: words, quotes, variables, lists, pipes and files.

/** Where one program reads and writes. */
export interface Redirection {
  readonly kind: 'read' | 'write' | 'append' | 'out-to-err' | 'err-to-out'
  readonly file?: string
}

/** One program of a line. */
export interface ShellCommand {
  readonly words: readonly string[]
  readonly redirections: readonly Redirection[]
}

/** Programs that are joined by pipes, and what must have come of the one before for them to run. */
export interface ShellStep {
  readonly when: 'always' | 'ok' | 'failed'
  readonly pipeline: readonly ShellCommand[]
}

/** A line that says more than is known here. */
export class ShellRefused extends Error {}

const OPERATORS = ['&&', '||', '2>&1', '>&2', '1>&2', '>>', '>', '<', '|', ';', '\n']
const UNKNOWN = /^(?:[`(){}*?[\]&!]|\$[({])/

type Token = { readonly word: string } | { readonly operator: string }

/** Reads a line. `variable` tells what stands for `$NAME`; it is asked when the line is read. */
export function readShellLine(line: string, variable: (name: string) => string): readonly ShellStep[] {
  const steps: ShellStep[] = []
  let when: ShellStep['when'] = 'always'
  let pipeline: ShellCommand[] = []
  let command = { words: [] as string[], redirections: [] as Redirection[] }
  const tokens = readTokens(line, variable)
  const endCommand = () => {
    if (command.words.length === 0) throw new ShellRefused('a command is missing')
    pipeline.push(command)
    command = { words: [], redirections: [] }
  }
  const endStep = (next: ShellStep['when']) => {
    if (command.words.length > 0 || pipeline.length > 0) {
      endCommand()
      steps.push({ when, pipeline })
    }
    pipeline = []
    when = next
  }
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if ('word' in token) command.words.push(token.word)
    else if (token.operator === '|') endCommand()
    else if (token.operator === ';' || token.operator === '\n') endStep('always')
    else if (token.operator === '&&' || token.operator === '||') endStep(token.operator === '&&' ? 'ok' : 'failed')
    else command.redirections.push(redirection(token.operator, tokens))
  }
  endStep('always')
  return steps
}

function redirection(operator: string, rest: Token[]): Redirection {
  if (operator === '2>&1') return { kind: 'err-to-out' }
  if (operator.endsWith('>&2')) return { kind: 'out-to-err' }
  const file = rest.shift()
  if (file === undefined || !('word' in file)) throw new ShellRefused(`a file is missing after ${operator}`)
  const kind = operator === '<' ? 'read' : operator === '>' ? 'write' : 'append'
  return { kind, file: file.word }
}

function readTokens(line: string, variable: (name: string) => string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length) {
    const rest = line.slice(at)
    const operator = OPERATORS.find((one) => rest.startsWith(one))
    if (operator !== undefined) {
      tokens.push({ operator })
      at += operator.length
    } else if (/^[ \t]/.test(rest)) at += 1
    else if (rest.startsWith('#')) at += /^[^\n]*/.exec(rest)?.[0].length ?? 0
    else {
      const { word, length } = readWord(rest, variable)
      tokens.push({ word })
      at += length
    }
  }
  return tokens
}

function readWord(
  text: string,
  variable: (name: string) => string,
): { readonly word: string; readonly length: number } {
  let word = ''
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const [taken = '', plain, single, double, escaped, name] =
      /^(?:([^\s'"\\$;|<>&`(){}*?[\]!]+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|\$(\w+|\?))/.exec(rest) ?? []
    if (taken === '') {
      if (UNKNOWN.test(rest)) throw new ShellRefused(`${rest.slice(0, 1)} is not known in memory`)
      if (/^['"]/.test(rest)) throw new ShellRefused('No closing quotation')
      if (/^[\s;|<>]/.test(rest)) break
    }
    if (double !== undefined) word += filled(double, variable)
    else word += name === undefined ? (plain ?? single ?? escaped ?? rest.slice(0, 1)) : variable(name)
    at += Math.max(taken.length, 1)
  }
  return { word, length: at }
}

/** What stands in double quotes. */
function filled(text: string, variable: (name: string) => string): string {
  return text.replace(/\\(["\\$`])|\$(\w+)/g, (_all, escaped: string | undefined, name: string | undefined) =>
    name === undefined ? (escaped ?? '') : variable(name),
  )
}
