import { Suspense, useMemo } from 'react'
import { JsonView, MaskedText } from '../../app/public/run-widgets.ts'
import { lazyPart } from '../../ui/index.ts'
import { splitMarkdown } from './markdown-blocks.ts'
import { holdsEmptyFence, splitStructure } from './split-structure.ts'

const MarkdownBlock = lazyPart(() => import('./markdown.tsx').then((module) => ({ default: module.MarkdownBlock })))

/** An agent's answer: words, and the JSON object in them as a structure. */
export function AgentText({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
  const structured = useMemo(() => (streaming ? undefined : splitStructure(text)), [text, streaming])
  if (structured === undefined)
    return (
      <>
        <Prose text={text} streaming={streaming} />
        {!streaming && holdsEmptyFence(text) ? (
          <p className="text-3">The block for JSON is empty, so this is plain text.</p>
        ) : null}
      </>
    )
  return (
    <>
      {structured.words === '' ? null : <Prose text={structured.words} streaming={false} />}
      <JsonView text={structured.structure} />
    </>
  )
}

/** Finished blocks are formatted; the one being written is plain text that grows in place. */
function Prose({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
  const { finished, open } = useMemo(() => splitMarkdown(text), [text])
  const blocks = streaming || open === '' ? finished : [...finished, open]
  return (
    <div className="chat-prose">
      {blocks.map((block, index) => (
        // Blocks only ever follow each other, so their place names them.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Suspense key={index} fallback={<Plain text={block} />}>
          <MarkdownBlock text={block} />
        </Suspense>
      ))}
      {streaming ? (
        <p className="chat-plain">
          <MaskedText text={open} />
          <span className="chat-caret" aria-hidden="true" />
        </p>
      ) : null}
    </div>
  )
}

function Plain({ text }: { readonly text: string }) {
  return (
    <p className="chat-plain">
      <MaskedText text={text} />
    </p>
  )
}
