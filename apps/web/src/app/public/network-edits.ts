// What a person does to a network, turned into text edits of its documents.
import { type NetworkEdit, offlineScriptFile } from '@slyglass/network'
import type { Origin } from '../../documents/index.ts'
import { planNetworkEdit } from '../reading/instance.ts'
import { loadDocument } from './files.ts'
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
  if (edit.kind === 'rename-entry') await openScript()
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
  const selection = { kind: 'canvas', entries: [...positions.keys()].slice(0, 1) } as const
  const edits = [layoutEdit(doc, positions)]
  useWorkspace
    .getState()
    .store.apply({ label, origin: 'canvas', edits, selection, ...(group === undefined ? {} : { group }) })
}

/** Opens the offline model's script of the open network, which names entries too: a rename is planned over it as well. */
async function openScript(): Promise<void> {
  const doc = besideNetwork(offlineScriptFile)
  const isThere = useStudio.getState().project?.files.some(({ path }) => path === doc)
  if (doc !== undefined && isThere) await loadDocument(doc)
}

/** The layout document of the open network. */
function openLayout(): string | undefined {
  const doc = besideNetwork(layoutFile)
  return doc !== undefined && useWorkspace.getState().store.has(doc) ? doc : undefined
}

function besideNetwork(fileFor: (file: string) => string): string | undefined {
  const { project, networkName } = useStudio.getState()
  const row = project?.networks.find((network) => network.name === networkName)
  return row && fileFor(row.file)
}

function layoutEdit(doc: string, positions: Positions) {
  return { doc, from: 0, to: useWorkspace.getState().store.text(doc).length, text: printLayout(positions) }
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
  const next = nextPositions(readLayout(useWorkspace.getState().store.text(doc)), edit, at)
  return next === undefined ? [] : [layoutEdit(doc, next)]
}

function nextPositions(positions: Positions, edit: NetworkEdit, at: Point | undefined): Positions | undefined {
  if (isAddition(edit)) return at === undefined ? undefined : new Map([...positions, [edit.name, at]])
  if (edit.kind !== 'rename-entry' || !positions.has(edit.entry)) return undefined
  return new Map([...positions].map(([name, point]) => [name === edit.entry ? edit.to : name, point]))
}

function labelOf(edit: NetworkEdit): string {
  if (isAddition(edit)) return `add ${edit.name}`
  const place = 'path' in edit ? `${edit.path.join('.')}${'entry' in edit ? ` of ${edit.entry}` : ''}` : ''
  switch (edit.kind) {
    case 'rename-entry':
      return `rename ${edit.entry} to ${edit.to}`
    case 'connect':
      return `let ${edit.caller} call ${edit.callee}`
    case 'disconnect':
      return `stop ${edit.caller} from calling ${edit.callee}`
    case 'remove-entry':
      return `delete ${edit.entry}`
    case 'duplicate-entry':
      return `copy ${edit.entry} as ${edit.to}`
    case 'move-entry':
      return `move ${edit.entry}`
    case 'extract-to-commondefs':
      return `name ${place} ${edit.name}`
    case 'inline':
      return `write out ${place}`
    case 'add-include':
      return `include ${edit.doc}`
    case 'remove-include':
      return `include ${edit.doc} no more`
    default:
      return `change ${place}`
  }
}

/** What is selected afterwards. */
function entriesOf(edit: NetworkEdit): readonly string[] {
  if ('to' in edit) return edit.kind === 'rename-entry' ? [edit.to, edit.entry] : [edit.to]
  if (isAddition(edit)) return [edit.name]
  if ('caller' in edit) return [edit.caller]
  return 'entry' in edit ? [edit.entry] : []
}
