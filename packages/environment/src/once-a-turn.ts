// An answer that is asked for again and again while one thing is done, such as the variables of a project.

/** The same answers until the event loop has turned. Whatever waits longer asks anew. */
export function onceATurn<T>(ask: (about: string) => T): (about: string) => T {
  const answers = new Map<string, T>()
  return (about) => {
    if (answers.has(about)) return answers.get(about) as T
    const answer = ask(about)
    if (answers.size === 0) setImmediate(() => answers.clear())
    answers.set(about, answer)
    return answer
  }
}
