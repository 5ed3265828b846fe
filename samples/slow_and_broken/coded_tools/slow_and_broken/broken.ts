import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, fail, type ToolContext } from 'slyglass'

/** Calls of one run share a thread. Whoever is done in this time is not hurt by what ends the thread. */
const MOMENT_MS = 250

/** A tool without arguments that does one thing. */
function tool(name: string, description: string, work: (ctx: ToolContext) => unknown, options: { timeoutMs?: null } = {}) {
  return defineTool({
    ...options,
    name,
    description,
    category: 'read',
    execute: (args, ctx) => {
      console.debug('args: %o', args)
      return work(ctx)
    },
  })
}

export const quick = tool('quick', 'Answers at once.', () => 'Here I am.')

/** `retry` tells how often this very call was tried before. */
export const flaky = tool('flaky', 'Works at the second attempt.', ({ retry }) => {
  if (retry === 0) throw new Error('the line was busy')
  return 'It worked at the second attempt.'
})

export const raises = tool('raises', 'Always raises.', () => {
  throw new Error('the oven is on fire')
})

export const givesUp = tool('gives_up', 'Returns a failure.', () => fail('There is no oven'))

/** Well-behaved: it ends when its time is over. */
export const hangs = tool('hangs', 'Waits for something that never comes.', ({ signal }) => sleep(3_600_000, '', { signal }))

/** Does not look at its signal, as many tools do not. */
export const stubborn = tool('stubborn', 'Does not hear that it is stopped.', () => new Promise(() => {}), { timeoutMs: null })

/** No timer of its thread ever comes to its turn; only somebody outside can end this. */
export const spins = tool('spins', 'Counts without end and lets nothing else run.', async ({ signal }) => {
  await sleep(MOMENT_MS, undefined, { signal })
  for (let n = 0; ; n += 1) if (n < 0) return n
})

export const crashes = tool('crashes', 'Calls process.exit.', async ({ signal }) => {
  await sleep(MOMENT_MS, undefined, { signal })
  return process.exit(3)
})
