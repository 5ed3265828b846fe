import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ValueChip } from '../../app/public/run-widgets.ts'
import { safeUrl } from './safe-url.ts'
import { slyMarks } from './sly-marks.ts'

const STEPS = [remarkGfm, slyMarks]

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span className="chat-dead-link">{children}</span>
    ),
  span: ({ className, children }) =>
    className === 'sly-chip' ? <ValueChip name={String(children)} /> : <span className={className}>{children}</span>,
  img: ({ src, alt }) =>
    src ? <img src={src} alt={alt ?? ''} /> : <span className="chat-dead-link">[image: {alt}]</span>,
}

/** One finished block of an answer. Raw HTML stays text; links and pictures lead only where they may. */
export const MarkdownBlock = memo(function MarkdownBlock({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown remarkPlugins={STEPS} components={COMPONENTS} urlTransform={safeUrl}>
      {text}
    </ReactMarkdown>
  )
})
