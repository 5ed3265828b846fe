import { ArrowUp, Bug, SquareChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useFarAddress } from '../../app/public/far.ts'
import { countOf, useSlyKeys } from '../../app/public/run-widgets.ts'
import { type Sending, useOffline } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, fetchPart, Keys, lazyPart, MaskGlyph } from '../../ui/index.ts'
import { approveFirst } from './approvals/approve-first.ts'
import { ComposerNotes, OBSTACLE_ID } from './composer-notes.tsx'
import { useDraft } from './draft.ts'
import type { Draft } from './message-drafts.ts'
import { findNote, findObstacle } from './readiness.ts'

const CommandCompletions = lazyPart(() =>
  import('./commands/index.ts').then((part) => ({ default: part.CommandCompletions })),
)

interface ComposerProps {
  readonly running: boolean
  send(text: string, how: Sending): Promise<boolean>
  editValues(): void
  stop(): void
}

/** Where a message is written. What is typed and not sent stays with its session. */
export function Composer({ running, send, editValues, stop }: ComposerProps) {
  const session = useStudio((state) => state.session)
  const network = useStudio((state) => state.networkName)
  const facts = useStudio()
  const obstacle = findObstacle(facts)
  const { draft, change, giveBack } = useDraft(session)
  const [sending, setSending] = useState(false)
  const [debug, setDebug] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const offline = useOffline()
  const blocked = obstacle !== undefined || running || sending || offline
  const changeText = (text: string) => change({ ...draft, text })
  const sendOff = async (sent: Draft) => {
    setSending(true)
    if (!(await send(sent.text.trim(), { debug, commandPrefix: sent.lent }))) giveBack(sent)
    setSending(false)
  }
  const submit = async () => {
    if (draft.text.trim() === '' || blocked) return
    change({ text: '' })
    await sendOff(draft)
  }
  const command = async () => {
    const { enterCommand } = await fetchPart(() => import('./commands/index.ts'))
    const entered = await enterCommand(() => box.current?.value ?? '', draft.lent)
    if (entered !== undefined) change(entered)
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && running) stop()
    const isToggle = event.key === '/' && (event.ctrlKey || event.metaKey)
    if (!isToggle && (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing)) return
    event.preventDefault()
    if (!isToggle && (event.ctrlKey || event.metaKey) && draft.text.trim() === '') return approveFirst()
    void (isToggle ? command() : submit())
  }
  return (
    <div className="chat-composer">
      <ComposerNotes obstacle={obstacle} note={findNote(facts)} />
      <Samples disabled={blocked} send={(text) => void sendOff({ text })} />
      {MAY_BE_COMMAND.test(draft.text) ? (
        <Suspense>
          <CommandCompletions box={box} text={draft.text} lent={draft.lent} change={changeText} />
        </Suspense>
      ) : null}
      <GrowingText
        box={box}
        value={draft.text}
        onChange={changeText}
        onKeyDown={onKeyDown}
        placeholder={placeholderOf(network)}
      />
      <div className="chat-composer-foot">
        <PrivateCount open={editValues} />
        <Switches debug={debug} setDebug={setDebug} command={command} />
        <span className="chat-newline text-3">
          <Keys>⇧↵</Keys> new line
        </span>
        <Button
          look="ink"
          small
          disabled={blocked || draft.text.trim() === ''}
          onClick={() => void submit()}
          aria-describedby={obstacle === undefined ? undefined : OBSTACLE_ID}
        >
          <ArrowUp className="icon icon-xs" aria-hidden="true" />
          Send
        </Button>
      </div>
    </div>
  )
}

interface SwitchesProps {
  readonly debug: boolean
  setDebug(on: boolean): void
  command(): Promise<void>
}

/** What can be done with a message besides sending it; a running server takes neither commands nor a debugger. */
function Switches({ debug, setDebug, command }: SwitchesProps) {
  const far = useFarAddress()
  const isOpen = useStudio((state) => state.network !== undefined)
  if (far !== undefined)
    return (
      <>
        <span className="text-3 truncate" title={`With each message they are sent to ${far}`}>
          sent along
        </span>
        <span className="spacer" />
      </>
    )
  return (
    <>
      <button
        type="button"
        className="chat-private chat-switch chat-command-switch"
        disabled={!isOpen}
        aria-label="Command"
        title={`Command: call a tool by its name, without a model (${COMMAND_KEYS})`}
        onClick={() => void command()}
      >
        <SquareChevronRight className="icon icon-xs" aria-hidden="true" />
        <span>Command</span>
      </button>
      <span className="spacer" />
      <DebugSwitch on={debug} change={setDebug} />
    </>
  )
}

const COMMAND_KEYS = /Mac/.test(navigator.platform) ? '⌘/' : 'Ctrl /'

/** Only where the network has tools of this machine that a debugger could stop in. */
function DebugSwitch({ on, change }: { readonly on: boolean; change(on: boolean): void }) {
  const hasCode = useStudio((state) => state.network?.entries.some((entry) => entry.className !== undefined) === true)
  if (!hasCode) return null
  return (
    <button
      type="button"
      className="chat-private chat-switch chat-debug"
      aria-pressed={on}
      aria-label="Run with debugger"
      title="Run with debugger: coded tools wait for a debugger while no time runs down. The chat says how to attach one."
      onClick={() => change(!on)}
    >
      <Bug className="icon icon-xs" aria-hidden="true" />
      <span>Run with debugger</span>
    </button>
  )
}

/** Whether it is one, the network says. */
const MAY_BE_COMMAND = /^\s*[^\s\w]/

const placeholderOf = (network: string | undefined) =>
  network === undefined ? 'Open a network first' : `Message ${network}`

function Samples({ disabled, send }: { readonly disabled: boolean; send(text: string): void }) {
  const samples = useStudio((state) => state.network?.sampleQueries)
  if (samples === undefined || samples.length === 0) return null
  return (
    <ul aria-label="Sample questions" className="chat-samples">
      {samples.map((sample) => (
        <li key={sample}>
          <button type="button" className="chat-sample" disabled={disabled} onClick={() => send(sample)}>
            {sample}
          </button>
        </li>
      ))}
    </ul>
  )
}

function PrivateCount({ open }: { open(): void }) {
  const keys = useSlyKeys()
  return (
    <button type="button" className="chat-private" onClick={open}>
      <MaskGlyph />
      {countOf(keys.length, 'private value')} in this session
    </button>
  )
}

interface GrowingTextProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly value: string
  readonly placeholder: string
  onChange(text: string): void
  onKeyDown(event: KeyboardEvent): void
}

const TALLEST_PX = 180

function GrowingText({ box, value, placeholder, onChange, onKeyDown }: GrowingTextProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    if (box.current === null) return
    box.current.style.height = 'auto'
    box.current.style.height = `${Math.min(TALLEST_PX, box.current.scrollHeight + 2)}px`
  }, [value])
  return (
    <textarea
      ref={box}
      className="input chat-text"
      aria-label="Message"
      data-region-start
      rows={2}
      value={value}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
