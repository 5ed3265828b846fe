import type { CommandsReply } from '@slyglass/protocol'
import { type Completion, completeCommand } from '@slyglass/tools/commands'
import { type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { useCommands } from './use-commands.ts'
import './commands.css'

interface CommandCompletionsProps {
  /** The field that the command is typed into. */
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  /** What begins commands where the network says nothing of them. */
  readonly lent: string | undefined
  change(text: string): void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Ways to go on with a command: arrows move, Tab takes, Escape hides until the next letter. Enter sends, as always. */
export function CommandCompletions({ box, text, lent, change }: CommandCompletionsProps) {
  const reply = useCommands(lent)
  const list = useId()
  const caret = useCaret(box, text)
  const [{ of, at, hidden }, setChoice] = useState({ of: text, at: 0, hidden: false })
  const items =
    reply?.prefix === undefined || (hidden && of === text)
      ? []
      : completeCommand(text, caret, reply.prefix, reply.commands)
  const chosen = of === text ? Math.min(at, items.length - 1) : 0
  const take = (item: Completion | undefined) => {
    if (item === undefined) return
    change(text.slice(0, item.from) + item.text + text.slice(item.to))
    const end = item.from + item.text.length
    requestAnimationFrame(() => box.current?.setSelectionRange(end, end))
    box.current?.focus()
  }
  // With the list itself: a key that is pressed as soon as it is seen must meet it.
  useLayoutEffect(() => {
    const field = box.current
    if (field === null || items.length === 0) return
    const press = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (event.key === 'Tab' && !event.shiftKey) take(items[chosen])
      else if (event.key === 'Escape') setChoice({ of: text, at: chosen, hidden: true })
      else if (step !== undefined && !event.altKey)
        setChoice({ of: text, at: (chosen + step + items.length) % items.length, hidden: false })
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    field.setAttribute('aria-controls', list)
    field.setAttribute('aria-activedescendant', `${list}-${chosen}`)
    field.addEventListener('keydown', press, true)
    return () => {
      field.removeEventListener('keydown', press, true)
      field.removeAttribute('aria-controls')
      field.removeAttribute('aria-activedescendant')
    }
  })
  if (reply?.prefix === undefined || !text.trimStart().startsWith(reply.prefix)) return null
  return (
    <>
      <p className="chat-command-hint text-2">{hintOf(reply)}</p>
      {items.length === 0 ? null : (
        <div id={list} role="listbox" aria-label="Completions" className="chat-completions">
          {items.map((item, index) => (
            <Option
              key={item.label}
              id={`${list}-${index}`}
              item={item}
              active={index === chosen}
              choose={() => take(item)}
            />
          ))}
        </div>
      )}
    </>
  )
}

function hintOf({ prefix, lent }: CommandsReply): string {
  const what = 'A command: it calls a tool, and no model is asked.'
  return lent === true
    ? `${what} This network has no prefix of its own, so “${prefix}” counts for this message alone.`
    : what
}

interface OptionProps {
  readonly id: string
  readonly item: Completion
  readonly active: boolean
  choose(): void
}

function Option({ id, item, active, choose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      ref={(row) => (active ? row?.scrollIntoView({ block: 'nearest' }) : undefined)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <code>{item.label}</code>
      <span className="text-3 truncate">{item.detail}</span>
    </div>
  )
}

/** Where the caret is; after a change of the text that came from elsewhere it is at the end. */
function useCaret(box: RefObject<HTMLTextAreaElement | null>, text: string): number {
  const [caret, setCaret] = useState(text.length)
  useEffect(() => {
    const read = () => setCaret(box.current?.selectionStart ?? 0)
    read()
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [box])
  return Math.min(caret, text.length)
}
