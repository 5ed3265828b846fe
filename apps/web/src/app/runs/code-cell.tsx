import { isJsonObject, JsonNumber, parseJson } from '@slyglass/base'
import type { Isolation, TraceSpan } from '@slyglass/run-log'
import { useMemo } from 'react'
import { ENCLOSURES } from '../public/enclosures.ts'
import { codeTokens, type ShownLanguage } from './code-tokens.ts'
import { MaskedText, TextView } from './json-view.tsx'
import './code-cell.css'

interface CodeCellProps {
  /** Arguments of run_code, as JSON text. */
  readonly args: string
  readonly attempts: readonly TraceSpan[]
  /** What it printed; absent where that is shown elsewhere. */
  readonly output?: string
}

/** Code that a model wrote: the code itself, what it may do on this machine, and what it printed. */
export function CodeCell({ args, attempts, output }: CodeCellProps) {
  const { code, seconds } = useMemo(() => readArgs(args), [args])
  const ran = attempts.findLast(({ isolation }) => isolation !== undefined)
  const language: ShownLanguage =
    ran?.language === 'javascript' || ran?.isolation === 'quickjs' ? 'javascript' : 'python'
  const tokens = useMemo(() => codeTokens(code, language), [code, language])
  return (
    <section className="code-cell" aria-label="Code">
      <header className="code-cell-head">
        <span className="eyebrow">{language === 'python' ? 'Python' : 'JavaScript'}</span>
        {ran === undefined ? null : <Rights ran={ran} />}
        {seconds === undefined ? null : <span className="meta text-3">at most {seconds} s</span>}
      </header>
      <pre className="code code-cell-code">
        {tokens.map((token, index) => (
          // Pieces of a text never move, so their place names them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index} className={`code-${token.kind}`}>
            <MaskedText text={token.text} />
          </span>
        ))}
      </pre>
      {output === undefined || output === '' ? null : (
        <div className="code-cell-output">
          <h4 className="eyebrow">Output</h4>
          <TextView text={output} />
        </div>
      )}
    </section>
  )
}

/** Whose rights it has, and how far these reach. */
export function rightsWords(level: Isolation): string {
  if (level === 'quickjs') return 'no rights'
  if (level === 'bwrap') return 'host permissions, but it writes in its project alone (bubblewrap)'
  if (level === 'permission') return 'host permissions, but for files of its project alone (Node)'
  return 'host permissions'
}

function Rights({ ran }: { readonly ran: TraceSpan }) {
  const level = ran.isolation ?? 'host'
  const { holds, leaves } = ENCLOSURES[level]
  return (
    <span className="tag" data-tone={level === 'host' ? 'wait' : undefined} title={`${holds} ${leaves}`}>
      {rightsWords(level)}
      {ran.offline === true && level !== 'quickjs' ? ', no network' : ''}
    </span>
  )
}

function readArgs(args: string): { readonly code: string; readonly seconds?: number } {
  const parsed = parseJson(args)
  const object = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined
  const [code, seconds] = [object?.get('code'), object?.get('timeout_seconds')]
  return {
    code: typeof code === 'string' ? code : args,
    ...(seconds instanceof JsonNumber && { seconds: seconds.toNumber() }),
  }
}
