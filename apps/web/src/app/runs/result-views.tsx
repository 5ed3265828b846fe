import { isJsonList, isJsonObject, type Json, parseJson, printJson } from '@slyglass/base'
import type { TraceSpan } from '@slyglass/run-log'
import { useState } from 'react'
import { Tabs } from '../../ui/index.ts'
import { formatCount } from './figures.ts'
import { JsonView, TextView } from './json-view.tsx'
import './result-views.css'

type ResultView = 'structured' | 'rendered' | 'sent'

interface ResultProps {
  /** The structured result, where JSON could hold it. */
  readonly result?: string
  /** Exactly what the model read. */
  readonly text: string
  /** The text that the tool made of its result, before hooks and limits. */
  readonly rendered?: string
  /** The whole answer, where the model got only its beginning. */
  readonly whole?: string
}

/** The result that a person may see whole: that of the last attempt, where the model's was cut. */
export function wholeResult(
  attempts: readonly TraceSpan[],
  call: TraceSpan,
): Pick<ResultProps, 'result' | 'whole' | 'rendered'> {
  const answer = attempts.findLast((attempt) => attempt.answer?.of === 'tool')?.answer
  const told = answer?.of === 'tool' ? answer : undefined
  // A renderer that failed leaves the result, which the model did not get.
  const result = call.result ?? told?.value
  const isCut = told !== undefined && readerIn(call.text) !== undefined && told.text.length > (call.text?.length ?? 0)
  const rendered = call.failure === undefined && told !== undefined ? { rendered: told.text } : {}
  return { ...(result === undefined ? {} : { result }), ...(isCut ? { whole: told.text } : {}), ...rendered }
}

/** The tool that a shortened result points to. */
function readerIn(text: string | undefined): string | undefined {
  return /\b(?:read_result|spill_read)\b/.exec(text ?? '')?.[0]
}

/** A result as its parts, as words, and as the model got it. */
export function ResultViews({ result, text, whole, rendered }: ResultProps) {
  const [view, setView] = useState<ResultView>(result === undefined ? 'sent' : 'structured')
  const options = [
    ...(result === undefined
      ? []
      : ([
          { value: 'structured', text: 'Structured' },
          { value: 'rendered', text: 'Rendered' },
        ] as const)),
    { value: 'sent', text: 'Sent to model' } as const,
  ]
  return (
    <section className="result-views">
      <div className="result-head">
        <h3 className="eyebrow">Result</h3>
        <span className="spacer" />
        <Tabs<ResultView>
          label="Result views"
          className="result-segments"
          value={view}
          options={options}
          onChange={setView}
        />
      </div>
      {view === 'structured' && result !== undefined ? <JsonView text={result} /> : null}
      {view === 'rendered' && result !== undefined ? <Rendered text={wordsOf(result, rendered)} /> : null}
      {view === 'sent' ? <TextView text={text} /> : null}
      {view === 'sent' && whole !== undefined ? (
        <p className="text-2">
          The model got {formatCount(text.length)} of {formatCount(whole.length)} characters. The rest is kept: it can
          read on with <span className="mono">{readerIn(text)}</span>.
        </p>
      ) : null}
    </section>
  )
}

/** What the tool wrote for its model. A spelling of the value itself is read better from its parts. */
function wordsOf(result: string, rendered: string | undefined): string {
  return rendered === undefined || /^\s*[{[]/.test(rendered) ? result : rendered
}

/** A result for people: text with its own lines, an object as names and values, a list as a list. */
function Rendered({ text }: { readonly text: string }) {
  const parsed = parseJson(text)
  if (!parsed.ok) return <TextView text={text} />
  const { value } = parsed
  if (isJsonObject(value))
    return (
      <dl className="result-pairs">
        {[...value].map(([key, part]) => (
          <div key={key}>
            <dt className="mono">{key}</dt>
            <dd>
              <Words value={part} />
            </dd>
          </div>
        ))}
      </dl>
    )
  if (isJsonList(value))
    return (
      <ul className="result-list">
        {value.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a recorded result never move
          <li key={index}>
            <Words value={part} />
          </li>
        ))}
      </ul>
    )
  return <TextView text={typeof value === 'string' ? value : printJson(value)} />
}

function Words({ value }: { readonly value: Json }) {
  if (isJsonList(value) || isJsonObject(value)) return <JsonView text={printJson(value)} />
  return <span className="result-words">{typeof value === 'string' ? value : printJson(value)}</span>
}
