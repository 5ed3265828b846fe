// How a command ends, in words for the person who typed it.
import { ownWords } from '@slyglass/tools/commands'
import { reasonText } from '../calls/reason-text.ts'
import { alike, bothForms } from '../forms.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { AgentEnd } from '../run-agent.ts'

/** The tool that takes lines which name no tool. */
export const SHELL = 'bash'

/** What a model reads as a result is a failure here: a program that did not end well. */
export function ofShell({ entry }: CallableTool, end: AgentEnd): AgentEnd {
  if (entry.className !== SHELL_CLASS) return end
  const { truth } = end.text
  if (truth === '') return { ...end, text: alike('(no output)') }
  const [, code] = EXIT.exec(truth) ?? []
  if (code === undefined) return end
  const text = bothForms(end.text, (said) => {
    const output = said.replace(EXIT, '')
    return `command exited with code ${code}\noutput:\n${output === '' ? '(no output)' : output}`
  })
  return { outcome: 'failed', text, failure: { code: 'exit-code', message: text.truth } }
}

/** The studio's own one. */
export const SHELL_CLASS = 'slyglass.shell.Bash'
const EXIT = /^Exit code: (.+)\n?/

/** What the tool raised or answered itself comes out unchanged, not wrapped for a model. */
export function inWords({ outcome, text, failure }: AgentEnd): AgentEnd {
  if (failure === undefined) return { outcome, text }
  return { outcome, text: alike(wordsOf(failure)), failure }
}

function wordsOf({ code, message, detail }: NonNullable<AgentEnd['failure']>): string {
  switch (code) {
    case 'raised':
    case 'exception':
      return ownWords(message)
    case 'returned-error':
    case 'mcp-failed':
      return reasonText(message)
    case 'invalid-arguments':
      return `[invalid_input] ${message}${detail === undefined ? '' : `\n${detail}`}`
    default:
      return message
  }
}
