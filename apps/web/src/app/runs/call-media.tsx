import type { RunId } from '@slyglass/base'
import type { MediaRef } from '@slyglass/run-log'
import { useEffect, useState } from 'react'
import { formatBytes } from './figures.ts'
import { readChunk } from './request-text.ts'
import './call-media.css'

interface CallMediaProps {
  readonly run: RunId
  readonly media: readonly MediaRef[]
}

const WORDS = { image: 'Picture', audio: 'Sound', video: 'Film' } as const

/** What a tool has attached to its result, for people alone: models read a reference. */
export function CallMedia({ run, media }: CallMediaProps) {
  return (
    <ul className="call-media" aria-label="Attached media">
      {media.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool may attach the same picture twice, and the list never changes its order
        <li key={index}>
          <Attached run={run} media={one} />
        </li>
      ))}
    </ul>
  )
}

function Attached({ run, media }: { readonly run: RunId; readonly media: MediaRef }) {
  const address = useAddress(run, media)
  const name = media.name ?? `${WORDS[media.kind]} without a name`
  if (address === undefined) return <p className="text-3">{name} is being read.</p>
  if (address === '') return <p className="text-3">{name} could not be read.</p>
  return (
    <figure>
      <Shown kind={media.kind} address={address} name={name} />
      <figcaption className="meta text-3">
        {name} · {media.mimeType} · {formatBytes(media.bytes)} · the model reads a reference
      </figcaption>
    </figure>
  )
}

interface ShownProps {
  readonly kind: MediaRef['kind']
  readonly address: string
  readonly name: string
}

function Shown({ kind, address, name }: ShownProps) {
  if (kind === 'image') return <img src={address} alt={name} />
  // Tools bring no captions.
  // biome-ignore lint/a11y/useMediaCaption: there is no text to show
  if (kind === 'audio') return <audio controls src={address} aria-label={name} />
  // biome-ignore lint/a11y/useMediaCaption: there is no text to show
  return <video controls src={address} aria-label={name} />
}

/** The bytes as an address of their own; '' when they cannot be read. */
function useAddress(run: RunId, { sha, mimeType }: MediaRef): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let live = true
    void readChunk(run, sha).then((reply) => {
      if (live) setAddress(reply.ok ? `data:${mimeType};base64,${reply.value}` : '')
    })
    return () => {
      live = false
    }
  }, [run, sha, mimeType])
  return address
}
