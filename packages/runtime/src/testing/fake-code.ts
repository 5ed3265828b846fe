// Code that models write, as functions by the text of the code.
import { sha256 } from '@slyglass/base'
import type { CodeCell, CodeEnd, CodeFile, CodeLanguage, CodePlace, CodePort, Media } from '../code-ports.ts'
import type { HostUseReply } from '../ports.ts'

/** What a fake piece of code may do. */
export interface FakeCellHands {
  readonly cell: CodeCell
  print(text: string): void
  /** Calls a tool by its identifier; gives its value, or throws the text of the exception. */
  use(identifier: string, args: object): Promise<unknown>
  model(question: 'chat' | 'embed' | 'decide', request: object): Promise<unknown>
  attach(media: Media): void
}

/** Returns to end well; throws `CellRaised` to raise; any other end is returned. */
export type FakeCell = (hands: FakeCellHands) => Promise<CellFault | undefined> | CellFault | undefined

type CellFault =
  Exclude<CodeEnd, { ended: 'ok' }> extends infer E ? (E extends unknown ? Omit<E, 'output' | 'media'> : never) : never

/** The exception that code reads when a call fails. */
export class CellRaised extends Error {}

export interface FakeCode extends CodePort {
  /** Every cell that began. */
  readonly cells: readonly CodeCell[]
  /** Every file that was placed, and where. */
  readonly placed: readonly (CodeFile & { readonly at: CodePlace })[]
}

export function fakeCode(
  cells: Readonly<Record<string, FakeCell>>,
  languages: readonly CodeLanguage[] = ['python', 'javascript'],
): FakeCode {
  const began: CodeCell[] = []
  const placed: FakeCode['placed'][number][] = []
  return {
    ...{ cells: began, placed },
    languages: async () => languages,
    async place(at, file) {
      placed.push({ ...file, at })
      return undefined
    },
    async run(cell) {
      began.push(cell)
      let output = ''
      const media: Media[] = []
      const isolation = cell.language === 'python' ? 'host' : 'quickjs'
      await cell.onStart({ language: cell.language, isolation, sha: sha256('1'.repeat(64)) })
      const hands: FakeCellHands = {
        cell,
        print(text) {
          output += text
          cell.onOutput(text)
        },
        async use(identifier, args) {
          const tool = cell.tools.find((one) => one.identifier === identifier)
          if (tool === undefined) throw new CellRaised(`there is no tools.${identifier}`)
          return answerOf(await cell.onUse(tool.name, JSON.stringify(args)))
        },
        model: async (question, request) => answerOf(await cell.onModel(question, JSON.stringify(request))),
        attach: (one) => void media.push(one),
      }
      const stopped = new Promise<'stopped'>((resolve) => {
        if (cell.signal.aborted) resolve('stopped')
        cell.signal.addEventListener('abort', () => resolve('stopped'), { once: true })
      })
      const work = runCell(cells[cell.code], hands)
      const end = await Promise.race([work, stopped])
      return { ...(end === 'stopped' ? { ended: end } : end), output, media } as CodeEnd
    },
  }
}

async function runCell(
  work: FakeCell | undefined,
  hands: FakeCellHands,
): Promise<CellFault | { readonly ended: 'ok' }> {
  try {
    return (await work?.(hands)) ?? { ended: 'ok' }
  } catch (error) {
    if (!(error instanceof CellRaised)) throw error
    return { ended: 'raised', type: 'BubError', message: error.message, traceback: `BubError: ${error.message}\n` }
  }
}

function answerOf(reply: HostUseReply): unknown {
  if (!reply.ok) throw new CellRaised(reply.message)
  if (reply.failed === true) throw new CellRaised(reply.text)
  return reply.value === undefined ? reply.text : JSON.parse(reply.value)
}
