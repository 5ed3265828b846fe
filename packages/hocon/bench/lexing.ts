// Lexing alone: which way of scanning a token is right depends on what the parser reads, so the places and ways are taken
// from a tree once, and then every token is scanned again by itself.
import { isToken, type Node, parseDocument } from '../src/index.ts'
import { scanKeyToken, scanTrivia, scanValueToken } from '../src/scan.ts'

interface Scan {
  readonly at: number
  readonly isKey: boolean
}

export interface LexPlan {
  readonly text: string
  readonly scans: readonly Scan[]
}

export function planLexing(text: string): LexPlan {
  const scans: Scan[] = []
  let at = 0
  const enter = (node: Node, isKey: boolean): void => {
    for (const part of node.parts) {
      if (!isToken(part)) enter(part, isKey || part.node === 'key')
      else {
        scans.push({ at, isKey: isKey || part.token === 'separator' })
        at += part.width
      }
    }
  }
  enter(parseDocument(text, 'neuro-san').root, false)
  return { text, scans }
}

/** Scans all tokens; gives how many characters they have. */
export function lex({ text, scans }: LexPlan): number {
  let width = 0
  for (const { at, isKey } of scans) {
    const token =
      scanTrivia(text, at, 'neuro-san') ?? (isKey ? scanKeyToken(text, at) : scanValueToken(text, at, 'neuro-san'))
    width += token?.width ?? 0
  }
  return width
}
