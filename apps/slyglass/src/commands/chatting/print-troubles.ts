// What goes wrong on the way to an answer, said when it happens: the answer itself may not tell.
import type { LogEvent } from '@slyglass/run-log'
import { placeOf, readLoadProblem } from '../../workspace/load-problem.ts'

export interface Place {
  /** The project's folder. */
  readonly root: string
  /** Tools whose fault was told before anything ran. */
  readonly told: readonly string[]
}

/** Says warnings of a run, such as that an older version of a file is in use, and why tools failed. Each sentence once. */
export function createTroublePrinter(
  say: (line: string) => void,
  { root, told }: Place,
): (events: readonly LogEvent[]) => void {
  const names = new Map<string, string>()
  const beside = new Map<string, Set<string>>()
  const said = new Set<string>()
  const nameOf = (span: string): string => names.get(span) ?? 'A tool'
  const besideText = ({ span, failure }: Finished): string => {
    const others = [...(beside.get(span) ?? [])].map(nameOf)
    if (failure?.code !== 'host-lost' || others.length === 0) return ''
    // Who is to blame may be known.
    if (others.some((name) => failure.message.includes(name))) return ''
    const which = `It ran beside ${others.join(' and ')}: one of them, or ${nameOf(span)} itself, ended what they ran in.`
    return ` ${which} Look there for code that ends its process, takes all memory, or loops without end; the run itself goes on.`
  }
  const once = (line: string): void => {
    if (said.has(line)) return
    said.add(line)
    say(line)
  }
  return (events) => {
    for (const event of events) {
      if (event.type === 'tool.started') {
        names.set(event.span, event.tool)
        // Whoever runs now runs beside the new one, also when it ends first.
        for (const [span, others] of beside) others.add(event.span).delete(span)
        beside.set(event.span, new Set([...beside.keys()]))
      }
      if (event.type === 'note.noted' && (event.level === 'warning' || event.level === 'error')) {
        if (!told.some((tool) => event.text.startsWith(`${tool} is not offered`))) once(event.text)
      }
      if (event.type === 'tool.finished' && event.outcome === 'failed')
        once(failureText(nameOf(event.span), event.failure, root) + besideText(event))
      if (event.type === 'tool.finished') beside.delete(event.span)
      // neuro-san's clients look for its words in the answer; these say what to do.
      if (
        event.type === 'run.finished' &&
        event.failure !== undefined &&
        !event.answer?.includes(event.failure.message)
      )
        once(event.failure.message)
    }
  }
}

type Finished = Extract<LogEvent, { type: 'tool.finished' }>
type Failure = NonNullable<Finished['failure']>

function failureText(tool: string, failure: Failure | undefined, root: string): string {
  if (failure === undefined) return `${tool} failed.`
  if (failure.code !== 'class-not-found') return `${tool} failed (${failure.code}): ${failure.message}`
  return loadText(tool, failure, root)
}

/** Why a tool cannot be loaded: the place that is to be mended comes first. */
export function loadText(tool: string, failure: Failure, root: string): string {
  const problem = readLoadProblem(failure, root)
  const place = placeOf(problem)
  if (place === undefined) return `${tool} cannot be loaded: ${problem.reason}`
  return `${place} ${problem.reason}. ${tool} cannot be loaded until then; other tools are not concerned. ${problem.advice}`
}
