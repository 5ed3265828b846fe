import { Copy, Eye, EyeOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Reveal, shortId, shortPrint, useReveal, useSlyDraft } from '../../app/public/run-widgets.ts'
import { isRunning, putSly, useRuns, useSessions, useSessionTurns } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, Callout, Dialog, IconButton, MaskGlyph } from '../../ui/index.ts'
import { draftRows, type VaultRow, type VaultTurn, vaultRows } from './vault-rows.ts'

interface VaultProps {
  edit(): void
}

const NO_REFS: readonly never[] = []

/** The session's private values: keys, masks and prints. A value is shown only on purpose, alone, for ten seconds. */
export function Vault({ edit }: VaultProps) {
  const session = useStudio((state) => state.session)
  const listed = useRuns((state) => (state.vault?.session === session ? state.vault?.keys : undefined)) ?? NO_REFS
  const draft = useSlyDraft()
  const reveal = useReveal(session)
  const turns = useVaultTurns()
  const [forgetting, setForgetting] = useState(false)
  const rows = useMemo(
    () => (session === undefined ? draftRows(draft) : vaultRows(listed, turns)),
    [session, draft, listed, turns],
  )
  return (
    <aside className="sly-vault pane" aria-label="Private values of the session" data-region>
      <header className="pane-head">
        <h2>Vault</h2>
        <span className="text-3 truncate">
          {session === undefined ? 'new session' : <span className="mono">{shortId(session)}</span>}
        </span>
        <span className="spacer" />
        <Button small onClick={edit}>
          Edit as JSON
        </Button>
      </header>
      {rows.length === 0 ? <NoValues edit={edit} /> : null}
      <ul aria-label="Vault">
        {rows.map((row) => (
          <VaultItem key={row.key} row={row} reveal={reveal} />
        ))}
      </ul>
      {rows.length === 0 ? null : (
        <div className="sly-vault-foot">
          <Button small look="quiet" onClick={() => setForgetting(true)}>
            Forget values
          </Button>
        </div>
      )}
      {forgetting ? <ForgetDialog count={rows.length} onClose={() => setForgetting(false)} /> : null}
    </aside>
  )
}

/** The turns that are there, numbered as the whole session has them. */
function useVaultTurns(): readonly VaultTurn[] {
  const turns = useSessionTurns()
  const session = useStudio((state) => state.session)
  const row = useSessions().find((one) => one.session === session)
  return useMemo(() => {
    const earlier = Math.max(0, (row?.runs.length ?? 0) - turns.length)
    return turns.map((view, index) => ({
      number: earlier + index + 1,
      ledger: view.ledger,
      trace: view.trace,
      running: isRunning(view),
    }))
  }, [turns, row])
}

function VaultItem({ row, reveal }: { readonly row: VaultRow; readonly reveal: Reveal }) {
  const { key, ref, origin } = row
  const fingerprint = ref?.fingerprint ?? ''
  const shown = reveal.shown.find((value) => value.key === key && value.fingerprint === fingerprint)
  return (
    <li className="sly-value" data-shown={shown !== undefined}>
      <span className="sly-value-head">
        <span className="sly-key">{key}</span>
        <span className="text-3 truncate">{origin}</span>
        <button
          type="button"
          className="sly-reveal"
          aria-label={shown === undefined ? `Reveal ${key}` : `Hide ${key}`}
          onClick={() => (shown === undefined ? reveal.reveal([{ key, fingerprint }]) : reveal.hide())}
        >
          {shown === undefined ? <Eye className="icon icon-s" /> : <EyeOff className="icon icon-s" />}
          {shown === undefined ? 'Reveal' : 'Hide'}
        </button>
      </span>
      <span className="sly-value-line">
        {shown === undefined ? (
          <span className="sly-mask" aria-hidden="true">
            ••••••••
          </span>
        ) : shown.json === undefined ? (
          <span className="text-2">{shown.reason}</span>
        ) : (
          <>
            <code className="revealed">{shown.json}</code>
            <CopyValue name={key} json={shown.json} />
          </>
        )}
        {ref === undefined || shown !== undefined ? null : (
          <code className="text-3">
            fp {shortPrint(ref.fingerprint)} · {ref.bytes} B
          </code>
        )}
      </span>
    </li>
  )
}

/** Exists only while the value is shown. */
function CopyValue({ name, json }: { readonly name: string; readonly json: string }) {
  return (
    <IconButton label={`Copy ${name}`} onClick={() => void navigator.clipboard.writeText(json)}>
      <Copy className="icon icon-s" />
    </IconButton>
  )
}

function NoValues({ edit }: { edit(): void }) {
  const tools = useStudio((state) => state.preflight?.tools)
  const named = [...new Set(tools?.flatMap(({ slyKeys }) => slyKeys) ?? [])]
  return (
    <div className="sly-novalues">
      <MaskGlyph className="icon" />
      <strong>This session has no private values</strong>
      <p className="text-2">
        {named.length === 0 ? (
          'Add values that tools may use and no model may see.'
        ) : (
          <>
            Tools of this network name <span className="sly-key">{named.join(', ')}</span>.
          </>
        )}
      </p>
      <Button onClick={edit}>Add private values</Button>
    </div>
  )
}

function ForgetDialog({ count, onClose }: { readonly count: number; onClose(): void }) {
  const [fault, setFault] = useState<string>()
  const forget = async () => {
    const reply = await putSly('{}')
    if (reply.ok) onClose()
    else setFault(reply.error.message)
  }
  return (
    <Dialog
      title="Forget values"
      onClose={onClose}
      onSubmit={() => void forget()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit">
            Forget {count === 1 ? 'the value' : `all ${count} values`}
          </Button>
        </>
      }
    >
      <p>The session goes on without them. What the runs recorded stays: keys and prints, never values.</p>
      {fault === undefined ? null : <Callout tone="fail" title={fault} />}
    </Dialog>
  )
}
