import { err, ok } from '@slyglass/base'
import type { Diagnostic } from '@slyglass/network'
import { keptWorker } from '../public/kept-worker.ts'
import type { ReadingPort } from '../public/reading-port.ts'
import type { ReadingAnswer, ReadingRequest } from './messages.ts'
import workerUrl from './network.worker.ts?worker&url'
import type { ReaderPorts } from './network-reader.ts'
import { reviveNetwork } from './revive-network.ts'

type Unnumbered = ReadingRequest extends infer Request ? (Request extends unknown ? Omit<Request, 'id'> : never) : never

export type ReadingWorker = Pick<ReaderPorts, 'read' | 'plan'> & Pick<ReadingPort, 'origins' | 'users'>

interface Waiting {
  /** Told what is wrong, ahead of the answer. */
  readonly tell?: ((diagnostics: readonly Diagnostic[]) => void) | undefined
  resolve(answer: ReadingAnswer): void
  reject(cause: unknown): void
}

/** The questions that the worker answers, as promises. The worker starts with the first. */
export function createReadingWorker(): ReadingWorker {
  let lastId = 0
  const waiting = new Map<number, Waiting>()
  const post = keptWorker<ReadingRequest, ReadingAnswer>(workerUrl, {
    answer(answer) {
      const asker = waiting.get(answer.id)
      if (answer.kind === 'diagnostics') return asker?.tell?.(answer.diagnostics)
      asker?.resolve(answer)
      waiting.delete(answer.id)
    },
    fail(message) {
      for (const { reject } of waiting.values()) reject(new Error(`reading the network failed: ${message}`))
      waiting.clear()
    },
  })
  const ask = (request: Unnumbered, tell?: Waiting['tell']): Promise<ReadingAnswer> => {
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { tell, resolve, reject })
      post({ ...request, id })
    })
  }
  return {
    async read(input, tell) {
      const answer = await ask({ kind: 'read', input }, tell)
      if (answer.kind !== 'read') throw new Error('the reading worker answered another question')
      return { ...answer.reading, network: reviveNetwork(answer.reading.network) }
    },
    async plan(input, edit) {
      const answer = await ask({ kind: 'plan', input, edit })
      if (answer.kind === 'plan') return ok(answer.edits)
      if (answer.kind === 'fault') return err(answer.fault)
      throw new Error('the reading worker answered another question')
    },
    async origins(question) {
      const answer = await ask({ kind: 'origins', ...question })
      if (answer.kind !== 'origins') throw new Error('the reading worker answered another question')
      return answer.sources
    },
    async users(question) {
      const answer = await ask({ kind: 'users', ...question })
      if (answer.kind !== 'users') throw new Error('the reading worker answered another question')
      return answer
    },
  }
}
