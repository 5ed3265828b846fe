import { Check, X } from 'lucide-react'
import { openFile } from '../../../app/public/files.ts'
import { Button, LinkButton } from '../../../ui/index.ts'
import type { ToolRow } from './shared-tools.ts'
import { beginDrag } from './use-drop.ts'

const STATES: Readonly<Record<ToolRow['state'], string>> = {
  usable: 'usable',
  mockable: 'can be mocked',
  unavailable: 'not here',
}

interface ToolboxRowProps {
  readonly row: ToolRow
  onAdd(): void
}

/** One shared tool: what it does, whether it can be called here, what it needs, and where it is defined. */
export function ToolboxRow({ row, onAdd }: ToolboxRowProps) {
  const { name, state, about, reason, here } = row
  const canAdd = state !== 'unavailable'
  return (
    <li
      className="toolbox-row"
      data-state={state}
      draggable={canAdd}
      aria-label={`${name}, ${STATES[state]}`}
      onDragStart={(event) => beginDrag(event, name)}
    >
      <div className="toolbox-line">
        <span className="mono toolbox-name">{name}</span>
        <span className="tag">{STATES[state]}</span>
        <span className="spacer" />
        <Button small disabled={!canAdd} aria-label={`Add ${name}`} onClick={onAdd}>
          Add
        </Button>
      </div>
      <p className="toolbox-about">{about}</p>
      {reason === undefined ? null : <p className="toolbox-reason">{reason}</p>}
      <p className="toolbox-facts text-3">
        {row.needs.map((need) => (
          <Need key={`${need.kind} ${need.name}`} need={need} />
        ))}
        {row.kind === 'todo' ? null : <Place file={row.file} />}
        {here === undefined ? null : <span>{here}</span>}
        {row.url === undefined ? null : (
          <a href={row.url} target="_blank" rel="noreferrer">
            About it
          </a>
        )}
      </p>
    </li>
  )
}

const NEEDS = { variable: 'key', package: 'package', file: 'file', python: '' } as const

function Need({ need: { kind, name, met } }: { readonly need: ToolRow['needs'][number] }) {
  const Glyph = met ? Check : X
  return (
    <span className="toolbox-need" data-met={met} title={met ? 'It is there.' : 'It is missing.'}>
      <Glyph className="icon icon-xs" aria-hidden="true" />
      {NEEDS[kind]} <code>{name}</code>
      <span className="visually-hidden">{met ? ' is there' : ' is missing'}</span>
    </span>
  )
}

function Place({ file }: { readonly file: string | undefined }) {
  if (file === undefined) return <span>defined by the studio</span>
  return (
    <span>
      defined in{' '}
      <LinkButton className="mono" onClick={() => void openFile(file)}>
        {file}
      </LinkButton>
    </span>
  )
}
