// What a person does to a network, turned into text edits of its documents.
import type { NetworkEdit } from '@slyglass/network'
import type { Origin } from '../../documents/index.ts'
import { planNetworkEdit } from '../reading/instance.ts'
import { layoutFile, type Point, type Positions, printLayout, readLayout } from './layout-file.ts'
import { newTextOf } from './new-text.ts'
import { say } from './say.ts'
import { useStudio } from './studio.ts'
import { revealInSource, useWorkspace } from './workspace.ts'

/** Plans an edit and applies it as one step. Undefined when it worked, else why not. `at`: where a new entry is to stand. */
export async function editNetwork(
  edit: NetworkEdit,
  origin: Origin = 'canvas',
  at?: Point,
): Promise<string | undefined> {
  const unreadable = namesIn(edit).find((name) => useStudio.getState().staleEntries.has(name))
  if (unreadable !== undefined) return `The text of ${unreadable} cannot be read now. Mend it first, or undo.`
  const planned = await planNetworkEdit(edit)
  if (!planned.ok) return planned.error.message
  const { store } = useWorkspace.getState()
  const label = labelOf(edit)
  const edits = [...planned.value, ...layoutEdits(edit, at)]
  const entries = entriesOf(edit)
  store.apply({ label, origin, edits, selection: { kind: 'canvas', entries } })
  const added = isAddition(edit) || edit.kind === 'duplicate-entry' ? newTextOf(planned.value) : undefined
  if (added !== undefined) revealInSource(added.doc, added.from, added.to)
  say(label)
  return undefined
}

/** Moves nodes: one step for each gesture. */
export function placeNodes(positions: Positions, label: string, group?: string): void {
  const doc = openLayout()
  if (doc === undefined) return
  const { store } = useWorkspace.getState()
  const text = store.text(doc)
  const edits = [{ doc, from: 0, to: text.length, text: printLayout(positions) }]
  const selection = { kind: 'canvas', entries: [...positions.keys()].slice(0, 1) } as const
  store.apply({ label, origin: 'canvas', edits, selection, ...(group === undefined ? {} : { group }) })
}

/** The layout document of the open network. */
function openLayout(): string | undefined {
  const { project, networkName } = useStudio.getState()
  const file = project?.networks.find((network) => network.name === networkName)?.file
  const doc = file === undefined ? undefined : layoutFile(file)
  return doc !== undefined && useWorkspace.getState().store.has(doc) ? doc : undefined
}

/** Entries whose text the edit would touch. */
const namesIn = (edit: NetworkEdit): readonly string[] =>
  [
    'entry' in edit ? edit.entry : undefined,
    'caller' in edit ? edit.caller : undefined,
    'callee' in edit ? edit.callee : undefined,
  ].filter((name) => name !== undefined)

type Addition = Extract<NetworkEdit, { kind: 'add-agent' | 'add-coded-tool' | 'add-toolbox-tool' }>

const isAddition = (edit: NetworkEdit): edit is Addition => edit.kind.startsWith('add-') && edit.kind !== 'add-include'

function layoutEdits(edit: NetworkEdit, at: Point | undefined) {
  const doc = openLayout()
  if (doc === undefined) return []
  const text = useWorkspace.getState().store.text(doc)
  const next = nextPositions(readLayout(text), edit, at)
  return next === undefined ? [] : [{ doc, from: 0, to: text.length, text: printLayout(next) }]
}

function nextPositions(positions: Positions, edit: NetworkEdit, at: Point | undefined): Positions | undefined {
  if (isAddition(edit)) return at === undefined ? undefined : new Map([...positions, [edit.name, at]])
  if (edit.kind !== 'rename-entry' || !positions.has(edit.entry)) return undefined
  return new Map([...positions].map(([name, point]) => [name === edit.entry ? edit.to : name, point]))
}

function labelOf(edit: NetworkEdit): string {
  switch (edit.kind) {
    case 'rename-entry':
      return `rename ${edit.entry} to ${edit.to}`
    case 'add-agent':
    case 'add-coded-tool':
    case 'add-toolbox-tool':
      return `add ${edit.name}`
    case 'connect':
      return `let ${edit.caller} call ${edit.callee}`
    case 'disconnect':
      return `stop ${edit.caller} from calling ${edit.callee}`
    case 'remove-entry':
      return `delete ${edit.entry}`
    case 'set-field':
    case 'set-where-defined':
    case 'set-piece':
      return `change ${edit.path.join('.')} of ${edit.entry}`
    case 'set-network-field':
      return `change ${edit.path.join('.')}`
    case 'duplicate-entry':
      return `copy ${edit.entry} as ${edit.to}`
    case 'move-entry':
      return `move ${edit.entry}`
    case 'extract-to-commondefs':
      return `name ${edit.path.join('.')} of ${edit.entry} ${edit.name}`
    case 'inline':
      return `write out ${edit.path.join('.')} of ${edit.entry}`
    case 'add-include':
      return `include ${edit.doc}`
    case 'remove-include':
      return `include ${edit.doc} no more`
  }
}

function entriesOf(edit: NetworkEdit): readonly string[] {
  switch (edit.kind) {
    case 'rename-entry':
      return [edit.to, edit.entry]
    case 'duplicate-entry':
      return [edit.to]
    case 'add-agent':
    case 'add-coded-tool':
    case 'add-toolbox-tool':
      return [edit.name]
    case 'connect':
    case 'disconnect':
      return [edit.caller]
    case 'set-network-field':
    case 'add-include':
    case 'remove-include':
      return []
    default:
      return [edit.entry]
  }
}
