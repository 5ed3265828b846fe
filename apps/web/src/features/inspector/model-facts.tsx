import { isJsonList, isJsonObject, type Json, JsonNumber, parseJson } from '@slyglass/base'
import type { Entry, Network, NetworkEdit } from '@slyglass/network'
import type { Origins } from '../../app/public/origins.ts'
import { OriginField } from './origin-field.tsx'

interface Props {
  readonly network: Network
  readonly entry: Entry
  readonly origins: Origins
  onEdit(edit: NetworkEdit): void
}

/** The settings of an agent's model. Most are those of the network; one that is changed may become its own. */
export function ModelFacts({ network, entry, origins, onEdit }: Props) {
  const settings = modelSettings(network, entry)
  if (settings.length === 0) return null
  return (
    <div className="section model-facts">
      <h3 className="eyebrow">Model</h3>
      {settings.map(([key, value]) => (
        <OriginField
          key={key}
          entry={entry.name}
          path={['llm_config', key]}
          label={key}
          mono
          value={value instanceof JsonNumber ? value.text : String(value)}
          source={origins.get(`llm_config.${key}`)}
          parse={(text) => parseAs(value, text)}
          onEdit={onEdit}
        />
      ))}
    </div>
  )
}

/** Settings that are one plain value, those of the entry over those of the network. */
export function modelSettings(network: Network, entry: Entry): readonly (readonly [string, Json])[] {
  if (entry.kind !== 'agent') return []
  const config = new Map([...(network.llmConfig ?? []), ...(entry.llmConfig ?? [])])
  return [...config].filter(([, value]) => value !== null && !isJsonList(value) && !isJsonObject(value))
}

/** The text as a value of the kind that stands there now. */
function parseAs(now: Json, text: string): { readonly value: Json } | string {
  if (typeof now === 'string') return { value: text }
  // As the runtime prints it: 0.70 is 0.7 there.
  const parsed = parseJson(text.trim().replace(/^(-?\d+\.\d+?)0+$/, '$1'))
  const isNumber = now instanceof JsonNumber
  const fits = parsed.ok && (isNumber ? parsed.value instanceof JsonNumber : typeof parsed.value === 'boolean')
  if (fits) return { value: parsed.value }
  return isNumber ? 'This must be a number.' : 'This must be true or false.'
}
