import { printJson } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'
import { declaredFunction, useTold } from './declared-function.ts'
import { sentTypes } from './sent-types.ts'

interface Props {
  readonly network: Network
  readonly entry: Entry
}

/** What is declared for the models that may call this entry, and what its own model is told. */
export function ModelSees({ network, entry }: Props) {
  const told = useTold(entry)
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
          {told === undefined
            ? ''
            : `, and its ${entry.toolbox === undefined ? 'source' : 'toolbox'} where the network says nothing`}
          . The exact request is in the trace of a run, under Model request.
        </p>
        <pre className="code">{printJson(declaredFunction(entry, told), 'indented')}</pre>
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
