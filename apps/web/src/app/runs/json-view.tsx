import { parseJson } from '@slyglass/base'
import { type ReactNode, useMemo, useState } from 'react'
import { LinkButton } from '../../ui/index.ts'
import { formatBytes } from './figures.ts'
import { type JsonToken, layOutJson, splitMasks } from './json-tokens.ts'
import { ValueChip, ValueName } from './read-keys.tsx'
import './json-view.css'

const SHOWN = 8000
/** Longer texts come page by page only. */
const AT_ONCE = 1_000_000

interface JsonViewProps {
  /** JSON text; a text that is none is shown as it is. */
  readonly text: string
}

/** JSON laid out with colours, every number in its own digits; a large one is cut and says so. */
export function JsonView({ text }: JsonViewProps) {
  const [shown, setShown] = useState(SHOWN)
  const tokens = useMemo(() => {
    const parsed = parseJson(text)
    return parsed.ok ? layOutJson(parsed.value, shown < text.length ? shown : Number.POSITIVE_INFINITY) : undefined
  }, [text, shown])
  if (tokens === undefined) return <TextView text={text} />
  return (
    <Cut text={text} shown={shown} onShow={setShown}>
      <pre className="code json-view">
        {tokens.map((token, index) => (
          // Tokens of a text never move, so their place names them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Token key={index} token={token} />
        ))}
      </pre>
    </Cut>
  )
}

/** Text as it is, private values masked; a large one is cut and says so. */
export function TextView({ text }: JsonViewProps) {
  const [shown, setShown] = useState(SHOWN)
  return (
    <Cut text={text} shown={shown} onShow={setShown}>
      <pre className="code json-view">
        <MaskedText text={text.slice(0, shown)} />
      </pre>
    </Cut>
  )
}

/** Words in which every masked private value is a chip. */
export function MaskedText({ text }: { readonly text: string }) {
  const parts = splitMasks(text)
  if (parts.every((part) => !part.sly)) return text
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move
    part.sly ? <ValueChip key={index} name={part.text} /> : part.text,
  )
}

/** The same in one line, which may be cut anywhere. */
export function MaskedLine({ text }: { readonly text: string }) {
  return splitMasks(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move
    part.sly ? <ValueName key={index} name={part.text} /> : part.text,
  )
}

interface CutProps {
  readonly text: string
  readonly shown: number
  readonly children: ReactNode
  onShow(characters: number): void
}

/** Each further page is as long as all before it, so that a large text comes in few presses and never at once. */
function Cut({ text, shown, children, onShow }: CutProps) {
  if (text.length <= shown) return children
  const whole = new TextEncoder().encode(text).length
  return (
    <div className="json-cut">
      {children}
      <p className="meta text-3">
        Showing {formatBytes(shown)} of {formatBytes(whole)}{' '}
        <LinkButton onClick={() => onShow(shown * 2)}>Show more</LinkButton>
        {text.length <= AT_ONCE ? (
          <>
            {' '}
            <LinkButton onClick={() => onShow(text.length)}>Show all</LinkButton>
          </>
        ) : null}
      </p>
    </div>
  )
}

function Token({ token }: { readonly token: JsonToken }) {
  if (token.kind === 'space') return token.text
  if (token.kind === 'sly') return <ValueChip name={token.text} />
  return <span className={`json-${token.kind}`}>{token.text}</span>
}
