import { type RecordedCall, readRecentRuns, useRecordedCalls } from '../../../app/public/tool-runs.ts'
import { Button, Menu, MenuItem, StateLabel } from '../../../ui/index.ts'

interface FillFromRunProps {
  readonly tool: string
  onFill(call: RecordedCall): void
}

const LONGEST = 60

/** Takes arguments and private keys from a call that a model made. */
export function FillFromRun({ tool, onFill }: FillFromRunProps) {
  const calls = useRecordedCalls(tool)
  return (
    <Menu
      label={`Recorded calls of ${tool}`}
      trigger={(props) => (
        <Button small title="Take the arguments of a call in a recent run" onClick={readRecentRuns} {...props}>
          Fill from run
        </Button>
      )}
    >
      {calls.length === 0 ? <p className="tool-run-none text-3">No recent run called it.</p> : null}
      {calls.map((call) => (
        <MenuItem key={`${call.run} ${call.span.id}`} onChoose={() => onFill(call)}>
          <span className="mono truncate">{shortened(call.span.args ?? '')}</span>
          <span className="text-3 truncate">{call.title}</span>
          <StateLabel state={call.span.state} />
        </MenuItem>
      ))}
    </Menu>
  )
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)
