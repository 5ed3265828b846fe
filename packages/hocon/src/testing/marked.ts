// Texts with the cursor written in them as `<|>`.
import { HoconView, type Sources } from '../language/index.ts'

export interface Marked {
  readonly view: HoconView
  readonly doc: string
  readonly offset: number
  readonly text: string
}

/** A view of `main.hocon`, and where its cursor is. Other documents come by path; the cursor may be in one of them. */
export function marked(main: string, others: Record<string, string> = {}, more: Partial<Sources> = {}): Marked {
  const all = { 'main.hocon': main, ...others }
  const [doc = 'main.hocon'] = Object.entries(all).find(([, text]) => text.includes('<|>')) ?? []
  const texts = Object.fromEntries(Object.entries(all).map(([path, text]) => [path, text.replace('<|>', '')]))
  const view = new HoconView({ profile: 'neuro-san', texts, ...more }, 'main.hocon')
  return {
    view,
    doc,
    offset: Math.max(0, (all as Record<string, string>)[doc]?.indexOf('<|>') ?? 0),
    text: texts[doc] ?? '',
  }
}
