import { Unplug } from 'lucide-react'
import { reconnectNow, useConnection, useRuns } from '../../app/public/runs.ts'
import { Banner, Button } from '../../ui/index.ts'

/** Says that live events are missing, and that nothing is lost by it. */
export function ConnectionBanner({ running }: { readonly running: boolean }) {
  const kind = useRuns((state) => state.connection.kind)
  const { detail } = useConnection()
  if (kind === 'connected' || kind === 'connecting' || kind === 'paused') return null
  return (
    <Banner
      tone="wait"
      title={kind === 'refused' ? 'The server was started again.' : 'Connection lost.'}
      glyph={<Unplug className="icon" aria-hidden="true" />}
      actions={
        kind === 'refused' ? undefined : (
          <Button small onClick={reconnectNow}>
            Now
          </Button>
        )
      }
    >
      {kind === 'refused'
        ? `Open the link that the new one printed, in this tab: the draft is kept${running ? ', and what became of this run is told there' : ''}.`
        : `${running ? 'While the server runs, the run goes on. ' : 'Sending is paused, a draft is kept. '}${detail}`}
    </Banner>
  )
}
