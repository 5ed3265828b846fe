// Private values that a person typed become those of the session. While a run of it goes on the server takes none: they wait.
import { err, type JsonText, ok, type Result } from '@slyglass/base'
import { client } from '../public/client.ts'
import { useStudio } from '../public/studio.ts'
import { controller } from './instance.ts'
import { fillMarks, keptKeys, readValues, valuesOf, withMarks } from './private-values.ts'
import { isRunning } from './run-view.ts'
import { useRuns } from './runs-store.ts'
import { slyDraftHere } from './sly-keys.ts'

export interface TypedValues {
  readonly text: string
  /** Keys that are there by now and stay as they are. */
  lateKeys(): readonly string[]
  /** Whether the person has gone on without them. */
  isClosed(): boolean
  onWait(): void
}

/** True when they were taken; else what is wrong with them. */
export async function applyValues({
  text,
  lateKeys,
  isClosed,
  onWait,
}: TypedValues): Promise<Result<undefined, string>> {
  const read = readValues(text)
  if (!read.ok) {
    const { line, column, message } = read.error
    return err(`Line ${line}, column ${column}: ${message}`)
  }
  for (;;) {
    // A run that was waited for may have changed what the marks stand for.
    const values = withMarks(read.value, lateKeys())
    const kept = await keptValues(keptKeys(values))
    if (!kept.ok || isClosed()) return kept.ok ? ok(undefined) : kept
    const put = await controller.putSly(fillMarks(values, kept.value))
    if (put.ok) return ok(undefined)
    if (put.error.code !== 'run-open') return err([put.error.message, put.error.hint].filter(Boolean).join(' '))
    onWait()
    await nextEnd()
  }
}

const AGAIN_MS = 500

/** Waits for the end of the runs that are followed, or a moment where the run is not among them. */
async function nextEnd(): Promise<void> {
  const isQuiet = () => ![...useRuns.getState().views.values()].some(isRunning)
  if (isQuiet()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  else
    await new Promise<void>((resolve) => {
      const stop = useRuns.subscribe(() => {
        if (!isQuiet()) return
        stop()
        resolve()
      })
    })
}

/** The exact values behind marks: fetched one by one, held until they are sent back, never shown. */
async function keptValues(keys: readonly string[]): Promise<Result<ReadonlyMap<string, JsonText>, string>> {
  const { session } = useStudio.getState()
  const draft = valuesOf(slyDraftHere())
  const kept = new Map<string, JsonText>()
  for (const key of keys) {
    const reply = session === undefined ? undefined : await client.reveal(session, { key })
    const value = reply === undefined ? draft.get(key) : reply.ok ? reply.value.json : undefined
    if (value === undefined) return err(`This session has no value for "${key}". Type one in place of its mark.`)
    kept.set(key, value)
  }
  return ok(kept)
}
