// Replies that no host process wrote.
import type { HostReply } from '@slyglass/runtime'

type FailedReply = Extract<HostReply, { ok: false }>

/** A call that failed before or beside its tool. A detail that says nothing is none. */
export function failedReply({ detail, ...failure }: FailedReply['failure'], text: string): FailedReply {
  return {
    ok: false,
    failure: detail === undefined || detail.trim() === '' ? failure : { ...failure, detail },
    text,
    sly: { set: {}, del: [], opaque: {} },
    reads: [],
    abandoned: false,
    synchronous: false,
  }
}

/** A call that was stopped. */
export function cancelledReply(): FailedReply {
  return failedReply({ code: 'cancelled', message: 'The call was stopped.' }, 'Error: the call was stopped.')
}
