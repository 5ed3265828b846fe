// What a restart does to a question that code asks whose process it does not survive.
import type { Approval } from '@slyglass/run-log'

const THEN = {
  rerun: 'the code then runs again from its beginning, and asks again, as on_doubt says.',
  fail: 'the code does not run again, as on_doubt says, and the model is told so.',
  ask: 'you are then asked whether the code runs again.',
}

export function endsWithCode({ lostCode }: Pick<Approval, 'lostCode'>): string {
  return `Code that runs now asks this. If the studio is restarted before you answer, that code is gone and this call is not made; ${THEN[lostCode ?? 'ask']}`
}
