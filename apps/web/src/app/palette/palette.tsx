import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Keys } from '../../ui/index.ts'
import { findItems, type PaletteItem } from './palette-items.ts'
import { usePaletteItems } from './use-palette-items.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** One box for everything: type, choose with the arrows, press Enter. */
export function Palette({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const items = findItems(usePaletteItems(), typed)
  useEffect(() => dialog.current?.showModal(), [])
  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    // Closing gives the focus back to where it was; the choice may then take it elsewhere.
    dialog.current?.close()
    item.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Enter') choose(items[at])
    else if (step !== undefined && items.length > 0) setAt((at + step + items.length) % items.length)
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="dialog palette" aria-label="Commands" onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={items.length === 0 ? undefined : `${list}-${at}`}
        placeholder="Find an entry, network or file, or run a command"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label="Results" className="palette-list">
        {items.map((item, index) => (
          <Option
            key={`${item.kind} ${item.text}`}
            id={`${list}-${index}`}
            item={item}
            active={index === at}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {items.length === 0 ? <p className="palette-none">Nothing matches. Try fewer letters.</p> : null}
      <footer className="palette-foot">
        <span>
          <Keys>@</Keys> entries
        </span>
        <span>
          <Keys>&gt;</Keys> commands
        </span>
        <span>
          <Keys>↵</Keys> choose
        </span>
      </footer>
    </dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly item: PaletteItem
  readonly active: boolean
  onChoose(): void
}

function Option({ id, item, active, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the box, which keeps the focus
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className="palette-option"
      onClick={onChoose}
    >
      <span className={item.kind === 'command' ? 'truncate' : 'mono truncate'}>{item.text}</span>
      {item.keys === undefined ? <span className="text-3">{item.kind}</span> : <Keys>{item.keys}</Keys>}
    </div>
  )
}
