// A run as a data-driven test, as neuro-san's test driver and `slyglass test` read one: what was said, and what was answered.
import type { RunView } from '../../app/public/runs.ts'

/** What of a run a test can hold. */
export interface SavedTurn {
  readonly network: string
  readonly message: string
  readonly answer: string
  /** Keys of private values that came with the message; what they hold gets into no file. */
  readonly keys: readonly string[]
  readonly isOffline: boolean
}

/** Undefined of a run that one turn cannot repeat: with a past, without an answer, or without a model. */
export function savedTurn({ started, finished }: Pick<RunView, 'started' | 'finished'>): SavedTurn | undefined {
  if (started === undefined || finished?.outcome !== 'ok' || finished.answer.trim() === '') return undefined
  const { network, message, history, call, command, tape, sly, model } = started
  const isPlain = call === undefined && command === undefined && tape === undefined
  if (!isPlain || history.length > 0 || message.trim() === '') return undefined
  return { network, message, answer: finished.answer, keys: sly.map(({ key }) => key), isOffline: model.offline }
}

/** The first name under `tests` that no file has. */
export function testFileFor(network: string, files: readonly string[]): string {
  const taken = new Set(files)
  for (let number = 1; ; number += 1) {
    const file = `tests/${network}_saved_${number}.hocon`
    if (!taken.has(file)) return file
  }
}

export function testText({ network, message, answer, keys, isOffline }: SavedTurn): string {
  const lines = [
    '# A run that was saved as a test.',
    ...(isOffline
      ? []
      : ['# A model may word its answer differently the next time: keywords = ["…"] asks for these words only.']),
    ...(keys.length === 0
      ? []
      : ['# It was sent with private values, which no file should hold: write a stand-in for each "…" of sly_data.']),
    '{',
    `  agent = ${quoted(network)}`,
    '  interactions = [',
    '    {',
    `      text = ${quoted(message)}`,
    ...(keys.length === 0 ? [] : [`      sly_data { ${keys.map(stand).join(', ')} }`]),
    `      response { text { value = ${quoted(answer)} } }`,
    '    }',
    '  ]',
    '}',
  ]
  return `${lines.join('\n')}\n`
}

// A text of JSON is one of HOCON.
const quoted = (text: string): string => JSON.stringify(text)

/** What has to be written into the file before it runs; undefined of one that runs as it is. */
export function missingStandIns({ keys }: Pick<SavedTurn, 'keys'>): string | undefined {
  if (keys.length === 0) return undefined
  const [one, them] = keys.length === 1 ? ['a stand-in', 'its value'] : ['stand-ins', 'their values']
  return `It runs once you write ${one} for ${keys.join(', ')} under sly_data there: ${them} got into no file.`
}

/** `slyglass test` knows this text as a value that is still to be written. */
const stand = (key: string): string => `${quoted(key)} = "…"`
