import { CodeArea } from '../../../ui/code-area.tsx'
import { CodeInput } from '../../../ui/code-input.tsx'
import { Field, Segments, SlyChip } from '../../../ui/index.ts'

/** Where the value of one key comes from, and what was typed for it. */
export interface SlyChoice {
  readonly from: 'session' | 'test'
  readonly text: string
}

export type SlyChoices = Readonly<Record<string, SlyChoice>>

interface SlyFormProps {
  /** Keys that the tool's source names. */
  readonly keys: readonly string[]
  /** Keys that the session holds. */
  readonly held: readonly string[]
  readonly choices: SlyChoices
  readonly more: string
  readonly moreFault: string | undefined
  onChoose(key: string, choice: SlyChoice): void
  onMore(text: string): void
}

/** Private values of this call: those of the session, or test values. Typed ones are not shown once they are typed. */
export function SlyForm({ keys, held, choices, more, moreFault, onChoose, onMore }: SlyFormProps) {
  return (
    <fieldset className="tool-run-sly" aria-label="Private values" style={{ border: 0, margin: 0, padding: 0 }}>
      <h3 className="eyebrow">Private values {keys.length === 0 ? 'of the session go along' : 'it reads'}</h3>
      {keys.map((key) => {
        const choice = choiceOf(choices, key, held)
        return (
          <div key={key} className="tool-run-sly">
            <div className="tool-run-key">
              <SlyChip name={key} masked={choice.from === 'session'} />
              {held.includes(key) ? (
                <Segments
                  label={`Value of ${key}`}
                  value={choice.from}
                  options={[
                    { value: 'session', text: 'Session' },
                    { value: 'test', text: 'Test value' },
                  ]}
                  onChange={(from) => onChoose(key, { ...choice, from })}
                />
              ) : (
                <span className="text-3">not in the session</span>
              )}
            </div>
            {choice.from === 'test' ? (
              <CodeInput
                type="password"
                aria-label={`Test value of ${key}`}
                placeholder="Text or JSON; empty: not there"
                value={choice.text}
                onText={(typed) => onChoose(key, { from: 'test', text: typed })}
              />
            ) : null}
          </div>
        )
      })}
      <details className="chat-detail">
        <summary>Other private values</summary>
        <Field label="Other private values as JSON" fault={moreFault} help="They count for this call only.">
          {(control) => <CodeArea {...control} rows={3} value={more} onText={onMore} />}
        </Field>
      </details>
    </fieldset>
  )
}

function choiceOf(choices: SlyChoices, key: string, held: readonly string[]): SlyChoice {
  return choices[key] ?? { from: held.includes(key) ? 'session' : 'test', text: '' }
}
