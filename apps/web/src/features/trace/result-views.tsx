import { isJsonList, isJsonObject, type Json, parseJson, printJson } from '@slyglass/base'
import { useState } from 'react'
import { JsonView, TextView } from '../../app/public/run-widgets.ts'
import { Tabs } from '../../ui/index.ts'

type ResultView = 'structured' | 'rendered' | 'sent'

interface ResultProps {
  /** The structured result, where JSON could hold it. */
  readonly result?: string
  /** Exactly what the model read. */
  readonly text: string
}

/** A result as its parts, as words, and as the model got it. */
export function ResultViews({ result, text }: ResultProps) {
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
    <section className="detail-section">
      <div className="detail-result">
        <h3 className="eyebrow">Result</h3>
        <span className="spacer" />
        <Tabs<ResultView>
          label="Result views"
          className="detail-segments"
          value={view}
          options={options}
          onChange={setView}
        />
      </div>
      {view === 'structured' && result !== undefined ? <JsonView text={result} /> : null}
      {view === 'rendered' && result !== undefined ? <Rendered text={result} /> : null}
      {view === 'sent' ? <TextView text={text} /> : null}
    </section>
  )
}

/** A result for people: text with its own lines, an object as names and values, a list as a list. */
function Rendered({ text }: { readonly text: string }) {
  const parsed = parseJson(text)
  if (!parsed.ok) return <TextView text={text} />
  const { value } = parsed
  if (isJsonObject(value))
    return (
      <dl className="detail-pairs">
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
      <ul className="detail-list">
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
  return <span className="detail-words">{typeof value === 'string' ? value : printJson(value)}</span>
}
