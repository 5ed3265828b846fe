// Changes of a manifest: which networks it serves, under which name. Read back like edits of networks.
import { applyTextEdits, err, jsonEquals, ok, type Result, toJson } from '@slyglass/base'
import { isToken, type Located, type Node, type Place, parseDocument, partsOf } from '@slyglass/hocon'
import type { DocumentEdit, Manifest, ManifestEntry } from '../model.ts'
import { type ManifestInput, readManifest } from '../read-manifest.ts'
import { evaluateInput } from '../read-network.ts'
import { insertItem, removeItem } from './items.ts'
import { styleOf } from './style.ts'
import type { EditFailure } from './workbench.ts'
import { quote, writeField, writeValue } from './write-value.ts'

/** Which of its flags a network has. All of them: `true`; none: `false`; else an object. */
export type Served = Pick<ManifestEntry, 'serve' | 'public' | 'mcp'>

export type ManifestEdit =
  | { readonly kind: 'set-served'; readonly name: string; readonly served: Served }
  | { readonly kind: 'add-network'; readonly file: string; readonly served: Served }
  | { readonly kind: 'remove-network'; readonly name: string }
  /** The file is moved by the caller. */
  | { readonly kind: 'rename-network'; readonly name: string; readonly file: string }

type Planned = Result<readonly DocumentEdit[], EditFailure>

export function planManifestEdit(input: ManifestInput, edit: ManifestEdit): Planned {
  const before = readManifest(input)
  const edits = plan(input, before, edit)
  if (!edits.ok) return edits
  const texts: Record<string, string> = { ...input.texts }
  for (const doc of new Set(edits.value.map((one) => one.doc)))
    texts[doc] = applyTextEdits(
      texts[doc] ?? '',
      edits.value.filter((one) => one.doc === doc),
    )
  const after = readManifest({ ...input, texts })
  const same = jsonEquals(toJson(after.networks), toJson(wanted(input, before, edit)))
  if (same && after.diagnostics.length <= before.diagnostics.length) return edits
  return err({
    code: 'cannot-edit',
    message: 'this change cannot be made without changing something else; make it in the text',
  })
}

function wanted(input: ManifestInput, { networks }: Manifest, edit: ManifestEdit): readonly ManifestEntry[] {
  switch (edit.kind) {
    case 'set-served':
      return networks.map((one) => (one.name === edit.name ? served(one, edit.served) : one))
    case 'add-network':
      return [...networks, { ...entryOf(input, edit.file), ...listed(edit.served) }]
    case 'remove-network':
      return networks.filter((one) => one.name !== edit.name)
    case 'rename-network':
      return networks.map((one) => (one.name === edit.name ? { ...one, ...entryOf(input, edit.file) } : one))
  }
}

// The name of its MCP tool stays as long as it is one.
function served({ mcpName, ...entry }: ManifestEntry, flags: Served): ManifestEntry {
  return { ...entry, ...listed(flags), ...(flags.mcp && mcpName !== undefined ? { mcpName } : {}) }
}

const listed = ({ serve, public: open, mcp }: Served): Served => ({ serve, public: open || mcp, mcp })

const folderOf = ({ file }: ManifestInput): string => file.slice(0, file.lastIndexOf('/') + 1)

const entryOf = (input: ManifestInput, file: string): Pick<ManifestEntry, 'name' | 'file'> => ({
  name: file.slice(folderOf(input).length).replace(/\.[^./]+$/, ''),
  file,
})

function plan(input: ManifestInput, manifest: Manifest, edit: ManifestEdit): Planned {
  if (edit.kind === 'add-network') return planAdd(input, manifest, edit.file, edit.served)
  const entry = manifest.networks.find(({ name }) => name === edit.name)
  if (entry === undefined) return err({ code: 'unknown-network', message: `the manifest has no network ${edit.name}` })
  const key = entry.file.slice(folderOf(input).length)
  const { value } = evaluateInput(input)
  const field = value.kind === 'object' ? value.fields.get(key) : undefined
  const place = field?.keys.at(-1)
  if (field === undefined || place === undefined)
    return err({ code: 'cannot-edit', message: `${edit.name} is not written in this project` })
  const text = input.texts[place.doc] ?? ''
  const found = fieldAt(text, place)
  if (found === undefined) return err({ code: 'cannot-edit', message: `${edit.name} is not written as a field` })
  if (edit.kind === 'remove-network') return ok(removeItem({ doc: place.doc, text, node: found.object }, found.field))
  if (edit.kind === 'rename-network') {
    if (!edit.file.startsWith(folderOf(input)))
      return err({ code: 'bad-file', message: 'a network file lies in the folder of its manifest, or below it' })
    return ok([{ ...place, text: quote(edit.file.slice(folderOf(input).length)) }])
  }
  const at = found.value
  if (at === undefined) return err({ code: 'cannot-edit', message: `${edit.name} has no value` })
  const written = writeServed(edit.served, { ...styleOf(text, found.object), multiline: false }, entry.mcpName)
  return ok([{ doc: place.doc, from: at.from, to: at.to, text: written }])
}

function writeServed(
  { serve, public: open, mcp }: Served,
  style: ReturnType<typeof styleOf>,
  mcpName?: string,
): string {
  if (serve && open && mcp && mcpName === undefined) return 'true'
  if (!serve && !open && !mcp) return 'false'
  const flags = { serve, public: open || mcp, mcp: mcp && mcpName !== undefined ? { name: mcpName } : mcp }
  return writeValue(toJson(flags), style, '')
}

function planAdd(input: ManifestInput, manifest: Manifest, file: string, served: Served): Planned {
  if (!file.startsWith(folderOf(input)))
    return err({ code: 'bad-file', message: 'a network file lies in the folder of its manifest, or below it' })
  if (manifest.networks.some((one) => one.file === file))
    return err({ code: 'already-there', message: `the manifest already has ${file}` })
  const text = input.texts[input.file] ?? ''
  const { root } = parseDocument(text, 'neuro-san')
  const braces = partsOf(root, 0).find((part): part is Located<Node> => isNode(part, 'object'))
  const node = braces ?? { element: root, from: 0, to: text.length }
  const key = file.slice(folderOf(input).length)
  const style = { ...styleOf(text, node), multiline: false }
  const flags = writeServed(served, style)
  const field = writeField(key, true, { ...style, quotedKeys: true }, '').replace(/true$/, () => flags)
  return ok(insertItem({ doc: input.file, text, node }, () => field))
}

const isNode = (part: Located, kind: Node['node']): part is Located<Node> =>
  !isToken(part.element) && part.element.node === kind

/** The field that a key begins, the object around it, and its value. */
function fieldAt(
  text: string,
  key: Place,
):
  | { readonly object: Located<Node>; readonly field: Located<Node>; readonly value: Located<Node> | undefined }
  | undefined {
  const { root } = parseDocument(text, 'neuro-san')
  const search = (object: Located<Node>): ReturnType<typeof fieldAt> => {
    for (const part of partsOf(object.element, object.from)) {
      if (isNode(part, 'field') && part.from === key.from) {
        const value = partsOf(part.element, part.from).find((one): one is Located<Node> => isNode(one, 'value'))
        return { object, field: part, value }
      }
      if (isNode(part, 'object') && part.from <= key.from && part.to >= key.to) return search(part)
    }
    return undefined
  }
  return search({ element: root, from: 0, to: text.length })
}
