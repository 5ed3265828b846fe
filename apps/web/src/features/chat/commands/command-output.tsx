import type { TranscriptEntry } from '@slyglass/run-log'
import { Terminal } from 'lucide-react'
import { MaskedText } from '../../../app/public/run-widgets.ts'
import { StateLabel } from '../../../ui/index.ts'
import './commands.css'

type CommandEntry = Extract<TranscriptEntry, { kind: 'command' }>

/** What a command gave, or why it did not: the words of its tool, which no model has read. */
export function CommandOutput({ text, output, outcome }: Pick<CommandEntry, 'text' | 'output' | 'outcome'>) {
  const name = text.split(/\s/)[0] ?? ''
  return (
    <article className="chat-command" aria-label={`Command ${name}`.trim()} data-state={outcome}>
      <header>
        <Terminal className="icon icon-s" aria-hidden="true" />
        {name === '' ? 'Command' : <code>{name}</code>}
        <span className="meta text-3">no model was asked</span>
        <span className="spacer" />
        {outcome === 'ok' ? null : <StateLabel state={outcome} />}
      </header>
      <pre>
        <MaskedText text={output} />
      </pre>
    </article>
  )
}
