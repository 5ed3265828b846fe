import type { Diagnostic, Fix, Severity } from '@slyglass/network'
import { openFile } from '../../app/public/files.ts'
import { distinctProblems, problemKey, useProblems } from '../../app/public/problems.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useWorkspace } from '../../app/public/workspace.ts'
import { LinkButton, ToneGlyph } from '../../ui/index.ts'
import { useFileProblems } from './file-problems.ts'
import './editor.css'

const TONES = { error: 'fail', warning: 'wait', hint: 'run' } as const satisfies Record<Severity, string>

/** What is wrong or worth knowing, each with its place and, where there is one, its repair. */
export function ProblemsPanel() {
  const ofNetwork = useProblems()
  const ofFile = useFileProblems((state) => state.problems)
  const problems = distinctProblems([...ofNetwork, ...ofFile])
  const stale = useStudio((state) => state.stale)
  return (
    <section className="pane problems" aria-label="Problems" data-region>
      <header className="pane-head">
        <h2>Problems</h2>
        <span className="text-3">{problems.length}</span>
        {stale ? (
          <span className="problems-stale">What cannot be read is shown on the graph as it last was.</span>
        ) : null}
      </header>
      <div className="pane-body">
        {problems.length === 0 ? <p className="problems-none">Nothing to report.</p> : null}
        <ul>
          {problems.map((problem) => (
            <Problem key={problemKey(problem)} problem={problem} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Problem({ problem }: { readonly problem: Diagnostic }) {
  const place = usePlace(problem)
  const show = () => {
    if (problem.entry !== undefined) useStudio.getState().set({ selection: { kind: 'entry', entry: problem.entry } })
    openFile(problem.at.doc, problem.at)
  }
  return (
    <li className="problem">
      <span className="visually-hidden">
        {problem.severity} {problem.code}:{' '}
      </span>
      <span data-tone={TONES[problem.severity]} className="problem-glyph">
        <ToneGlyph tone={TONES[problem.severity]} className="icon icon-s" />
      </span>
      <button type="button" className="problem-text" onClick={show}>
        {problem.message}
      </button>
      {problem.fixes.map((fix) => (
        <LinkButton key={fix.title} onClick={() => applyFix(fix)}>
          {fix.title}
        </LinkButton>
      ))}
      <span className="mono text-3 problem-place">{place}</span>
    </li>
  )
}

function usePlace({ at }: Diagnostic): string {
  const store = useWorkspace((state) => state.store)
  const name = at.doc.split('/').at(-1) ?? at.doc
  return store.has(at.doc) ? `${name}:${store.lines(at.doc).positionAt(at.from).lineNumber}` : name
}

function applyFix(fix: Fix): void {
  const first = fix.edits[0]
  useWorkspace.getState().store.apply({
    label: fix.title,
    origin: 'form',
    edits: fix.edits,
    ...(first === undefined
      ? {}
      : { selection: { kind: 'editor', doc: first.doc, from: first.from, to: first.from + first.text.length } }),
  })
}
