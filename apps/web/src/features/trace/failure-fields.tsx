import type { Failure } from '@slyglass/run-log'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { MaskedText } from '../../app/public/run-widgets.ts'
import { IconButton } from '../../ui/index.ts'
import { isArgumentFailure } from './argument-faults.ts'
import { Section } from './section.tsx'

interface FailureFieldsProps {
  readonly failure: Failure
  readonly attempts: number
  /** Exactly what the model read. */
  readonly told?: string
}

/** Why a call failed, each fact by itself, to be read or copied. */
export function FailureFields({ failure, attempts, told }: FailureFieldsProps) {
  const { code, category, message, detail } = failure
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['Category', category],
    ['Code', code],
    ['Attempts', String(attempts)],
    ['Cause', message],
    ['Details', isArgumentFailure(failure) ? undefined : detail],
    ['Model read', told],
  ]
  return (
    <Section title="Failure">
      <dl className="detail-facts failure-fields">
        {fields.map(([name, text]) =>
          text === undefined || text === '' ? null : <FailureField key={name} name={name} text={text} />,
        )}
      </dl>
    </Section>
  )
}

const COPIED_MS = 1500

function FailureField({ name, text }: { readonly name: string; readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span className="failure-text">
          <MaskedText text={text} />
        </span>
        {copied ? <span className="text-3">copied</span> : null}
        <IconButton label={`Copy ${name.toLowerCase()}`} onClick={() => void copy()}>
          <Copy className="icon icon-xs" />
        </IconButton>
      </dd>
    </>
  )
}
