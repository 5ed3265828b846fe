import type { Entry, Network, NetworkEdit } from '@slyglass/network'
import { useOrigins } from '../../app/public/origins.ts'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import { ModelFacts, modelSettings } from './model-facts.tsx'
import { OriginField } from './origin-field.tsx'

interface Props {
  readonly network: Network
  readonly entry: Entry
  onEdit(edit: NetworkEdit): void
}

interface FieldRow {
  readonly label: string
  readonly hint?: string
  readonly path: readonly string[]
  readonly value: string
  readonly rows?: number
  readonly mono?: boolean
  readonly placeholder?: string
  readonly help?: string
}

/** What an entry says, as it is written, each value with its origin. */
export function EntryFields({ network, entry, onEdit }: Props) {
  const tools = useStudio((state) => state.preflight?.tools)
  const fields = fieldsOf(entry, toolSourceOf(entry, tools ?? [])?.tells?.description)
  const origins = useOrigins(entry, [
    ...fields.map(({ path }) => path),
    ...modelSettings(network, entry).map(([key]) => ['llm_config', key]),
  ])
  return (
    <>
      <div className="section">
        {fields.map((field) => (
          <OriginField
            key={field.label}
            {...field}
            entry={entry.name}
            source={origins.get(field.path.join('.'))}
            onEdit={onEdit}
          />
        ))}
      </div>
      <ModelFacts network={network} entry={entry} origins={origins} onEdit={onEdit} />
    </>
  )
}

/** The fields of an entry, by what it is. What its source says counts where the entry says nothing. */
function fieldsOf(entry: Entry, told: string | undefined): readonly FieldRow[] {
  const { kind, description, instructions, command, className, toolbox } = entry
  const [isAgent, isTool] = [kind === 'agent' || kind === 'incomplete', kind === 'coded-tool']
  return [
    {
      label: 'Description',
      hint: 'what callers read',
      path: ['function', 'description'],
      value: description ?? '',
      rows: 2,
      ...(told !== undefined &&
        !description && { placeholder: told, help: 'As its source says; what is written here goes first.' }),
    },
    ...(isAgent ? [{ label: 'Instructions', path: ['instructions'], value: instructions ?? '', rows: 8 }] : []),
    ...(command === undefined ? [] : [{ label: 'Command', path: ['command'], value: command, rows: 2 }]),
    ...(isTool ? [{ label: 'Class', path: ['class'], value: className ?? '', mono: true }] : []),
    ...(kind === 'toolbox-tool' ? [{ label: 'Toolbox', path: ['toolbox'], value: toolbox ?? '', mono: true }] : []),
  ]
}
