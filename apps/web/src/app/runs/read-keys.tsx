// Which private values a model read, for texts that show what models saw: there a value is no placeholder.
import { Eye } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { SlyChip } from '../../ui/index.ts'
import { keysRead, type ModelRead } from './model-reads.ts'
import './model-read.css'

const NONE: ReadonlySet<string> = new Set()
const Keys = createContext(NONE)

/** Texts inside are what the models of these reads saw, or wrote after it. */
export function ReadKeys({ reads, children }: { readonly reads: readonly ModelRead[]; readonly children: ReactNode }) {
  const keys = useMemo(() => keysRead(reads), [reads])
  return <Keys value={keys}>{children}</Keys>
}

/** Texts inside were not shown to a model. */
export function NoKeysRead({ children }: { readonly children: ReactNode }) {
  return <Keys value={NONE}>{children}</Keys>
}

/** A private value that a text held: hidden here, and marked where a model read it. */
export function ValueChip({ name }: { readonly name: string }) {
  const isRead = useContext(Keys).has(name)
  return isRead ? <ReadChip name={name} /> : <SlyChip name={name} masked={false} />
}

/** The same in a line that is cut where its room ends: a chip would be cut through. */
export function ValueName({ name }: { readonly name: string }) {
  const isRead = useContext(Keys).has(name)
  return (
    <span className={isRead ? 'value-name value-name-read' : 'value-name'}>
      ⟨{name}⟩{isRead ? <span className="visually-hidden">, read by a model</span> : null}
    </span>
  )
}

/** A value that a model read itself wears no mask. */
export function ReadChip({ name }: { readonly name: string }) {
  return (
    <span className="sly-chip sly-chip-read" title="A model read this value itself; it is hidden only here.">
      <Eye className="icon icon-xs" aria-hidden="true" />
      {name}
      <span className="visually-hidden">, read by a model</span>
    </span>
  )
}
