import { CodeArea } from '../../../ui/code-area.tsx'
import { CodeInput } from '../../../ui/code-input.tsx'
import { Field } from '../../../ui/index.ts'
import type { ArgumentField, FormTexts } from './form-values.ts'

interface ArgumentFormProps {
  readonly fields: readonly ArgumentField[]
  readonly texts: FormTexts
  readonly faults: ReadonlyMap<string, string>
  onChange(name: string, text: string): void
}

/** A field for each parameter, of the shape that its schema asks for. */
export function ArgumentForm({ fields, texts, faults, onChange }: ArgumentFormProps) {
  if (fields.length === 0) return <p className="text-2">It takes no arguments.</p>
  return (
    <div className="tool-run-fields">
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.name}
          hint={field.hint}
          fault={faults.get(field.name)}
          {...(field.description === undefined ? {} : { help: field.description })}
        >
          {(described) => {
            const control = { ...described, 'aria-required': field.required }
            const text = texts[field.name] ?? ''
            if (field.kind === 'choice')
              return (
                <select
                  {...control}
                  className="input"
                  value={text}
                  onChange={(event) => onChange(field.name, event.target.value)}
                >
                  <option value="">{field.required ? 'Choose…' : 'not given'}</option>
                  {field.choices.map((choice) => (
                    <option key={choice} value={choice}>
                      {choice}
                    </option>
                  ))}
                </select>
              )
            if (field.kind === 'json')
              return (
                <CodeArea
                  {...control}
                  rows={2}
                  placeholder="JSON"
                  value={text}
                  onText={(typed) => onChange(field.name, typed)}
                />
              )
            return (
              <CodeInput
                {...control}
                inputMode={field.kind === 'number' ? 'decimal' : 'text'}
                value={text}
                onText={(typed) => onChange(field.name, typed)}
              />
            )
          }}
        </Field>
      ))}
    </div>
  )
}
