import { lazy, Suspense, useMemo } from 'react'
import { MaskedText } from '../../app/public/run-widgets.ts'
import { splitMarkdown } from './markdown-blocks.ts'

const MarkdownBlock = lazy(() => import('./markdown.tsx').then((module) => ({ default: module.MarkdownBlock })))

/** An agent's words. Finished blocks are formatted; the one being written is plain text that grows in place. */
export function AgentText({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
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
