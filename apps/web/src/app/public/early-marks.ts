// What is wrong in the text as it was just typed, for the marks in it: told before the page draws anything else anew.
import type { Diagnostic } from '@slyglass/network'

type Listener = (diagnostics: readonly Diagnostic[]) => void

const listeners = new Set<Listener>()

export function onMarks(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function tellMarks(diagnostics: readonly Diagnostic[]): void {
  for (const listener of [...listeners]) listener(diagnostics)
}
