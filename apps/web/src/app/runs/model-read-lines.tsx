import type { RunId, SpanId } from '@slyglass/base'
import { LinkButton, ToneGlyph } from '../../ui/index.ts'
import { readAdvice, readWords } from './model-read-words.ts'
import type { ModelRead } from './model-reads.ts'
import { showSpan } from './run-links.ts'
import './model-read.css'

interface LinesProps {
  readonly run: RunId
  readonly call: SpanId
  readonly tool: string
  readonly reads: readonly ModelRead[]
}

/** What the result of a call gave away to a model, where to see it, and what to do. */
export function ModelReadLines({ run, call, tool, reads }: LinesProps) {
  return reads.map((read) => (
    <div key={read.key} className="model-read" data-tone={read.maybe ? 'wait' : 'fail'}>
      <ToneGlyph tone={read.maybe ? 'wait' : 'fail'} className="icon icon-s" />
      <p>
        <strong>{readWords(read)}.</strong> {readAdvice(tool)}{' '}
        <LinkButton onClick={() => showSpan(run, call, 'sly')}>Show in Sly data</LinkButton>{' '}
        <LinkButton onClick={() => showSpan(run, read.span, 'trace')}>Show the request</LinkButton>
      </p>
    </div>
  ))
}
