// Where private keys are named: in schemas and allow rules, of every document of the network.
import { isToken } from '@slyglass/hocon'
import { eachNode, pathOfNodes, type SchemaTable, shapeAt, specAt, type ValuePath } from '@slyglass/hocon/language'
import type { SourceRange } from '../model.ts'
import type { NetworkView } from './view.ts'

export interface PrivateKeyPlace {
  readonly name: string
  readonly at: SourceRange
  /** A schema says what the key is; everything else names it. */
  readonly isDefinition: boolean
}

/** True for a path whose last key names a private value. */
export function isPrivateKey(table: SchemaTable, path: ValuePath): boolean {
  return shapeAt(table, path.slice(0, -1)) === 'verdicts' || isSchemaOfKey(path)
}

const isSchemaOfKey = (path: ValuePath): boolean =>
  path.at(-2) === 'properties' && (path.at(-3) === 'sly_data_schema' || path.at(-3) === 'sly_data_output_schema')

export function privateKeyPlaces(view: NetworkView): readonly PrivateKeyPlace[] {
  const found: PrivateKeyPlace[] = []
  for (const doc of view.hocon.evaluation.documents) {
    const table = view.schemaOf(doc)
    const text = view.hocon.text(doc)
    const add = (from: number, to: number, isDefinition: boolean) => {
      const width = /^"""/.test(text.slice(from, to)) ? 3 : text[from] === '"' ? 1 : 0
      const at = { doc, from: from + width, to: to - width }
      if (at.to > at.from) found.push({ name: text.slice(at.from, at.to), at, isDefinition })
    }
    eachNode(view.hocon.parsed(doc).root, ({ element, from, to }, around) => {
      if (element.node !== 'key' && element.node !== 'value') return
      const path = pathOfNodes([...around, { element, from, to }], 'neuro-san')
      if (element.node === 'key') {
        const name = String(path.at(-1) ?? '')
        // Of a key with dots the last part is meant.
        if (isPrivateKey(table, path))
          add(text.slice(from, to).endsWith(name) ? to - name.length : from, to, isSchemaOfKey(path))
        return
      }
      const [only, more] = element.parts
      if (only === undefined || more !== undefined || !isToken(only) || !/^(?:word|string|triple)$/.test(only.token))
        return
      if (specAt(table, path)?.names === 'private-key') add(from, to, false)
    })
  }
  return found
}
