import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, fail } from 'slyglass'
import { moodOf } from './moods.ts'

const FOLDER = 'data/streaming_analysis'
/** Reading takes its time, so that there is something to look at. */
const PARAGRAPH_MS = 150

/** An async generator: what it yields is told to people, what it returns is the result. */
export const analyzeText = defineTool({
  name: 'analyze_text',
  description: 'Analyzes a text paragraph by paragraph.',
  parameters: {
    type: 'object',
    properties: { file: { type: 'string', pattern: '^[a-z_]+\\.txt$', description: 'Name of the text, such as guest_book.txt.' } },
    required: ['file'],
  },
  category: 'read',
  timeoutMs: 20_000,
  async *execute(args, ctx) {
    console.debug('args: %o', args)
    const text = await readFile(join(FOLDER, String(args.file)), 'utf8').catch(() => undefined)
    if (text === undefined) return fail(`File not found: ${args.file}`, { category: 'system' })
    const paragraphs = text.trim().split(/\n\n+/)
    const total = { good: 0, bad: 0 }
    for (const [index, paragraph] of paragraphs.entries()) {
      await sleep(PARAGRAPH_MS, undefined, { signal: ctx.signal })
      const { good, bad } = moodOf(paragraph)
      total.good += good
      total.bad += bad
      yield { status: 'partial', paragraph: index + 1, of: paragraphs.length, good, bad }
    }
    return { status: 'final', paragraphs: paragraphs.length, ...total, mood: total.good > total.bad ? 'good' : 'bad' }
  },
})
