import type { Todo } from '@slyglass/run-log'

const ORDER: readonly string[] = ['in_progress', 'pending', 'completed']
const WORDS: Readonly<Record<string, string>> = { in_progress: 'in progress', pending: 'to do', completed: 'done' }

/** What is worked on first, then what waits, then what is done; each in the order of the list. */
export function orderTodos(list: readonly Todo[]): readonly Todo[] {
  const rank = ({ status }: Todo) => (ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.length)
  return [...list].sort((a, b) => rank(a) - rank(b))
}

export function statusWord(status: string): string {
  return WORDS[status] ?? status
}

/** `2 of 5 done`. */
export function todoSummary(list: readonly Todo[]): string {
  return `${list.filter(({ status }) => status === 'completed').length} of ${list.length} done`
}
