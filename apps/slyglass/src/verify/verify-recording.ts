// Whether a recording holds here. One in which somebody gives up after a while is a matter of time on a busy machine: it gets
// more than one try.
import { compare, type Verdict } from './compare.ts'
import { type PlayOptions, playRecording } from './play-recording.ts'

const TRIES = 3

/** Plays a recording and compares. */
export async function verifyRecording(folder: string, options: PlayOptions): Promise<Verdict> {
  for (let tried = 1; ; tried += 1) {
    const played = await playRecording(folder, options)
    const verdict = compare(played, options.kit)
    if (verdict.kind !== 'differs' || !played.isBound || tried === TRIES) return verdict
  }
}
