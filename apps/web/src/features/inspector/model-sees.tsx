import { isJsonObject, type Json, type JsonObject, parseJson, printJson } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import { sentTypes } from './sent-types.ts'

interface Props {
  readonly network: Network
  readonly entry: Entry
}

/** What is declared for the models that may call this entry, and what its own model is told. */
export function ModelSees({ network, entry }: Props) {
  const tools = useStudio((state) => state.preflight?.tools)
  const tells = toolSourceOf(entry, tools ?? [])?.tells
  const callers = network.edges.filter((edge) => edge.to === entry.name).map((edge) => edge.from)
  return (
    <>
      <div className="section">
        <h3 className="eyebrow">Read by</h3>
        <p>
          {entry.isFrontMan
            ? 'No model: it is the front man, which the client talks to.'
            : callers.length === 0
              ? 'No model: nobody lists this entry.'
              : callers.join(', ')}
        </p>
      </div>
      <div className="section">
        <h3 className="eyebrow">Declared function</h3>
        <p className="field-help">
          Name, description and parameters as the network declares them
          {tells === undefined ? '' : ', and its source where the network says nothing'}. The exact request is in the
          trace of a run, under Model request.
        </p>
        <pre className="code">{printJson(declaredFunction(entry, tells), 'indented')}</pre>
        <SentTypes entry={entry} />
      </div>
      <div className="section">
        <h3 className="eyebrow">Never sent to any model</h3>
        <p className="text-2">sly_data and sly_data_schema, class, args, allow rules.</p>
      </div>
    </>
  )
}

/** Types that go out under another word than the network writes. */
function SentTypes({ entry }: { readonly entry: Entry }) {
  const types = sentTypes(entry.parameters)
  if (types.length === 0) return null
  return (
    <ul className="field-help" aria-label="Types as they are sent">
      {types.map(({ name, word, sent }) => (
        <li key={name}>
          <span className="mono">{name}</span>: {word}, sent as {sent}
        </li>
      ))}
    </ul>
  )
}

/** What the entry says goes before what its source says. */
export function declaredFunction(entry: Pick<Entry, 'name' | 'description' | 'parameters'>, tells: Tells): JsonObject {
  const told = parseJson(tells?.parameters ?? 'null')
  const parameters = entry.parameters ?? (told.ok && isJsonObject(told.value) ? told.value : undefined)
  return new Map<string, Json>([
    ['name', entry.name],
    ['description', (entry.description || tells?.description) ?? ''],
    ...(parameters === undefined ? [] : [['parameters', parameters] as const]),
  ])
}

type Tells = ToolSourceReply['tells']
