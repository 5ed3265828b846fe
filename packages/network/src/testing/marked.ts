// Networks with the cursor written in them as `<|>`.
import { type LanguageInput, NetworkView } from '../language/index.ts'

export interface Marked {
  readonly view: NetworkView
  readonly doc: string
  readonly offset: number
  readonly text: string
}

const FILE = 'registries/desk.hocon'

/** A view of a network, and where the cursor is: in its own file or in one of the others. */
export function marked(main: string, others: Record<string, string> = {}, more: Partial<LanguageInput> = {}): Marked {
  const file = more.file ?? FILE
  const all: Record<string, string> = { [file]: main, ...others }
  const doc = Object.keys(all).find((path) => all[path]?.includes('<|>')) ?? file
  const texts = Object.fromEntries(Object.entries(all).map(([path, text]) => [path, text.replace('<|>', '')]))
  const view = new NetworkView({ network: 'desk', file, texts, ...more })
  return { view, doc, offset: Math.max(0, all[doc]?.indexOf('<|>') ?? 0), text: texts[doc] ?? '' }
}
