import type { SampleReply } from '@slyglass/protocol'
import { type RefObject, useEffect, useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field } from '../../ui/index.ts'
import { client } from '../public/client.ts'

interface Props {
  /** A file, or what was typed in its place. */
  readonly from: File | string
  readonly fault: string | undefined
  readonly file: RefObject<HTMLInputElement | null>
  onFrom(from: File | string): void
}

/** What is brought in: a file of this browser's machine, or a path or name as `slyglass import` takes it. */
export function SourceFields({ from, fault, file, onFrom }: Props) {
  useEffect(() => {
    if (file.current === null) return
    const held = new DataTransfer()
    if (typeof from !== 'string') held.items.add(from)
    // Shows what was dropped, and nothing once something is typed.
    if (file.current.files?.[0] !== held.files[0]) file.current.files = held.files
  }, [from, file])
  const typed = typeof from === 'string'
  const samples = useSamples()
  return (
    <>
      <Field
        label="File"
        fault={typed ? undefined : fault}
        help="A tool that was exported (.tool.json), or a network (.hocon). It can also be dropped here."
      >
        {(control) => (
          <input
            {...control}
            ref={file}
            type="file"
            accept=".json,.hocon,.conf"
            className="input"
            onChange={(event) => onFrom(event.target.files?.[0] ?? '')}
          />
        )}
      </Field>
      <Field
        label="Path or sample"
        help={
          <>
            In place of a file: its full path on the machine that runs Slyglass, or a sample or a group such as{' '}
            <code className="mono">basic</code>, as <code className="mono">slyglass import</code> takes them.
          </>
        }
      >
        {(control) => (
          <CodeInput
            {...control}
            placeholder="/home/me/get_weather.tool.json"
            value={typed ? from : ''}
            onText={onFrom}
          />
        )}
      </Field>
      <Field label="Samples" help="Fills the line above with the one that is chosen.">
        {(control) => (
          <select
            {...control}
            className="input"
            value={samples.find(({ network }) => network === from)?.network ?? ''}
            onChange={(event) => onFrom(event.target.value)}
          >
            <option value="">none</option>
            {samples.map(({ network, title }) => (
              <option key={network} value={network}>
                {title === network ? title : `${title} · ${network}`}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

/** Samples to choose from; without them a name can still be typed. */
function useSamples(): readonly SampleReply[] {
  const [samples, setSamples] = useState<readonly SampleReply[]>([])
  useEffect(() => {
    let isOver = false
    client.samples().then((found) => {
      if (found.ok && !isOver) setSamples(found.value)
    })
    return () => {
      isOver = true
    }
  }, [])
  return samples
}
