import { CircleCheck, Lock, Monitor, PlugZap, Unplug } from 'lucide-react'
import { LinkButton, RunningArc, StateGlyph, ToneGlyph } from '../ui/index.ts'
import { hostOf, useFarAddress } from './public/far.ts'
import { useProblems } from './public/problems.ts'
import { isRunning, useConnection, useCurrentRun } from './public/runs.ts'
import { useStudio } from './public/studio.ts'
import { useReadOnly } from './public/trust-question.ts'
import { useWorkspace } from './public/workspace.ts'

/** One quiet line: the stream, the run, problems, and which model answers. */
export function StatusBar() {
  const page = useStudio((state) => state.page)
  const project = useStudio((state) => state.project)
  const network = useStudio((state) => state.network)
  const status = useStudio((state) => state.status)
  const far = useFarAddress()
  return (
    <footer className="status-bar">
      <Connection />
      {project !== undefined && !project.trusted ? (
        <button
          type="button"
          className="status-part"
          data-tone="wait"
          title="Decide whether to trust this folder"
          onClick={() => useReadOnly.setState({ project: undefined })}
        >
          <Lock className="icon icon-xs" />
          Not trusted
        </button>
      ) : null}
      {page === 'network' ? <RunPart /> : null}
      {page === 'network' ? <Waiting /> : null}
      {page === 'network' ? <ProblemCounts /> : null}
      <span className="spacer" />
      {page === 'network' && network !== undefined ? (
        <span className="status-part wide-only">{count(network.entries.length, 'entry', 'entries')}</span>
      ) : null}
      {page === 'networks' && project !== undefined ? (
        <span className="status-part wide-only">{count(project.networks.length, 'network', 'networks')}</span>
      ) : null}
      <span className="status-part status-model truncate">
        <Monitor className="icon icon-xs" />
        {far !== undefined && page === 'network'
          ? `answered by ${hostOf(far)}`
          : status === undefined
            ? 'no answer yet'
            : status.model.label}
      </span>
      {page === 'network' && far === undefined ? <SavedPart /> : null}
      {project === undefined ? <span className="status-part wide-only">No folder open</span> : null}
    </footer>
  )
}

function Connection() {
  const { word, detail } = useConnection()
  const tone = word === 'Connected' ? 'ok' : word === 'Offline' ? 'fail' : 'wait'
  const Glyph = word === 'Connected' ? CircleCheck : word === 'Offline' ? Unplug : PlugZap
  return (
    <span role="status" aria-label="Connection state" className="status-part" data-tone={tone} title={detail}>
      <Glyph className="icon icon-xs" aria-hidden="true" />
      {word}
    </span>
  )
}

function RunPart() {
  const run = useCurrentRun()
  if (run === undefined) return null
  const running = isRunning(run)
  return (
    <span className="status-part wide-only" data-tone={running ? 'run' : 'plain'}>
      {running ? (
        <RunningArc className="icon icon-xs" />
      ) : (
        <StateGlyph state={run.finished?.outcome ?? 'cancelled'} className="icon icon-xs" />
      )}
      {run.run} · event {run.lastSeq}
    </span>
  )
}

/** Calls that wait for a person; a press leads to where they are answered. */
function Waiting() {
  const run = useCurrentRun()
  const waiting = isRunning(run) ? run?.approvals.asked.filter(({ answer }) => answer === undefined).length : 0
  if (!waiting) return null
  return (
    <button
      type="button"
      className="status-part"
      data-tone="wait"
      onClick={() => useStudio.getState().set({ view: 'run' })}
    >
      <StateGlyph state="waiting for approval" className="icon icon-xs" />
      {count(waiting, 'approval waiting', 'approvals waiting')}
    </button>
  )
}

/** What is missing, and what definitions bring, is known a moment after the text: until then a count may be wrong. */
function ProblemCounts() {
  const problems = useProblems()
  const isEarly = useStudio(
    ({ network, preflight }) =>
      preflight === undefined && network?.entries.some(({ className }) => className !== undefined),
  )
  if (isEarly) return null
  const errors = problems.filter((problem) => problem.severity === 'error').length
  const warnings = problems.filter((problem) => problem.severity === 'warning').length
  return (
    <>
      {errors === 0 ? null : (
        <span className="status-part" data-tone="fail">
          <ToneGlyph tone="fail" className="icon icon-xs" />
          {count(errors, 'error', 'errors')}
        </span>
      )}
      {warnings === 0 ? null : (
        <span className="status-part" data-tone="wait">
          <ToneGlyph tone="wait" className="icon icon-xs" />
          {count(warnings, 'warning', 'warnings')}
        </span>
      )}
    </>
  )
}

function SavedPart() {
  const store = useWorkspace((state) => state.store)
  useWorkspace((state) => state.revision)
  const changed = useWorkspace((state) => [...state.conflicts.keys()][0])
  if (changed !== undefined)
    return (
      <span className="status-part" data-tone="wait">
        Changed on disk ·<LinkButton onClick={() => useWorkspace.setState({ asking: changed })}>Compare</LinkButton>
      </span>
    )
  if (!store.docs().some((doc) => store.isDirty(doc))) return <span className="status-part wide-only">Saved</span>
  return (
    <span className="status-part wide-only">
      Unsaved ·<LinkButton onClick={() => useWorkspace.setState({ reviewing: true })}>Review changes</LinkButton>
    </span>
  )
}

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`
