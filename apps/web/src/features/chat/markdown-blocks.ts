/** Text cut at the last blank line outside a code fence: blocks that are finished, and the one still being written. */
export interface MarkdownParts {
  readonly finished: readonly string[]
  readonly open: string
}

/** Cuts streamed Markdown so that finished blocks need not be parsed again. Joined with blank lines it is the text. */
export function splitMarkdown(text: string): MarkdownParts {
  const finished: string[] = []
  let [block, fence]: [string[], string | undefined] = [[], undefined]
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined) fence = nextFence(fence, mark)
    if (line.trim() === '' && fence === undefined && block.length > 0 && !startsList(block)) {
      finished.push(block.join('\n'))
      block = []
    } else if (line !== '' || block.length > 0) {
      block.push(line)
    }
  }
  return { finished, open: block.join('\n') }
}

function nextFence(open: string | undefined, mark: string): string | undefined {
  if (open === undefined) return mark
  return mark.startsWith(open) ? undefined : open
}

/** Items of a loose list stand apart by blank lines and still belong together. */
function startsList(block: readonly string[]): boolean {
  return /^\s{0,3}([-*+]|\d+[.)])\s/.test(block[0] ?? '')
}
