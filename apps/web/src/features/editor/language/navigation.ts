// Definition, references and rename.
import type { SourceRange } from '@slyglass/network'
import type { editor, IRange, languages } from 'monaco-editor/editor/editor.api.js'
import { loadDocument, openFile } from '../../../app/public/files.ts'
import { editNetwork } from '../../../app/public/network-edits.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'
import { modelOf } from '../models.ts'
import { monaco } from '../monaco-setup.ts'
import { applyEdits } from './apply.ts'
import { language } from './instance.ts'
import { docOf, linesOf, offsetAt, rangeOf, textRangeOf, uriOf } from './places.ts'

export const DEFINITION: languages.DefinitionProvider = {
  async provideDefinition(model, position, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const offset = offsetAt(doc, position)
    const found = await language.ask({ kind: 'definition', doc, offset }, () => token.isCancellationRequested)
    // The last definition is the one that counts; seen from there, the others are of interest.
    const last = found?.at(-1)
    if (found === undefined || last === undefined) return undefined
    const isThere = last.doc === doc && offset >= last.from && offset <= last.to
    return locationsOf(isThere && found.length > 1 ? found.slice(0, -1) : [last], classNameAt(model, position))
  },
}

export const REFERENCES: languages.ReferenceProvider = {
  async provideReferences(model, position, _, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const offset = offsetAt(doc, position)
    const found = await language.ask({ kind: 'references', doc, offset }, () => token.isCancellationRequested)
    return locationsOf(found ?? [])
  },
}

/** Places as the editor wants them; their documents are opened, so that it can look into them. */
async function locationsOf(places: readonly SourceRange[], className?: string): Promise<languages.Location[]> {
  const { store } = useWorkspace.getState()
  const locations: languages.Location[] = []
  for (const place of places) {
    if (!(await loadDocument(place.doc))) continue
    modelOf(store, place.doc)
    locations.push({ uri: uriOf(place.doc), range: rangeOf(linesOf(place.doc), inSource(place, className)) })
  }
  return locations
}

/** A class is looked for in its file by its name. */
function inSource(place: SourceRange, className: string | undefined): SourceRange {
  if (className === undefined || !/\.(?:py|ts)$/.test(place.doc)) return place
  const found = new RegExp(`\\bclass\\s+(${className})\\b`).exec(linesOf(place.doc).text)
  const from = found === null ? 0 : found.index + found[0].length - className.length
  return { ...place, from, to: found === null ? 0 : from + className.length }
}

function classNameAt(model: editor.ITextModel, position: { lineNumber: number; column: number }): string | undefined {
  const line = model.getLineContent(position.lineNumber)
  const word = [...line.matchAll(/[\w.]+/g)].find(
    (match) => match.index < position.column && match.index + match[0].length >= position.column - 1,
  )
  return word?.[0].split('.').at(-1)
}

/** Another file opens in its tab. */
export const OPENER: editor.ICodeEditorOpener = {
  async openCodeEditor(_, uri, at) {
    const doc = docOf({ uri })
    if (doc === undefined) return false
    const range: IRange | undefined =
      at === undefined || 'startLineNumber' in at
        ? at
        : { startLineNumber: at.lineNumber, startColumn: at.column, endLineNumber: at.lineNumber, endColumn: at.column }
    await openFile(doc, range === undefined ? { from: 0, to: 0 } : textRangeOf(doc, range))
    return true
  },
}

/** Renaming is one step of the history over all documents; an entry of the open network takes its place on the canvas along. */
export const RENAME: languages.RenameProvider = {
  async resolveRenameLocation(model, position, token) {
    const doc = docOf(model)
    const nothing = { range: new monaco.Range(1, 1, 1, 1), text: '' }
    if (doc === undefined) return { ...nothing, rejectReason: 'This text belongs to no file.' }
    const offset = offsetAt(doc, position)
    const found = await language.ask({ kind: 'rename-range', doc, offset }, () => token.isCancellationRequested)
    if (found === undefined || found.at.doc !== doc)
      return { ...nothing, rejectReason: 'Only entries, placeholders and keys of your own can be renamed.' }
    const lines = linesOf(doc)
    const { from, to } = found.at
    return { range: rangeOf(lines, found.at), text: lines.text.slice(from, to) }
  },
  async provideRenameEdits(model, position, to) {
    const doc = docOf(model)
    const refusal = doc === undefined ? 'This text belongs to no file.' : await rename(doc, offsetAt(doc, position), to)
    if (refusal !== undefined) showRefusal(model, refusal)
    return { edits: [] }
  },
}

/** Undefined when it worked, else why not. */
async function rename(doc: string, offset: number, to: string): Promise<string | undefined> {
  const found = await language.ask({ kind: 'rename-range', doc, offset })
  if (found === undefined) return 'The text has changed; try again.'
  if (found.entry !== undefined) return editNetwork({ kind: 'rename-entry', entry: found.entry, to }, 'form')
  const planned = await language.ask({ kind: 'rename', doc, offset, to })
  if (planned?.ok === false) return planned.message
  const name = linesOf(doc).text.slice(found.at.from, found.at.to)
  const done = planned !== undefined && (await applyEdits(`rename ${name} to ${to}`, doc, planned.edits))
  return done ? undefined : 'The text has changed; try again.'
}

interface MessageContribution extends editor.IEditorContribution {
  showMessage(message: string, position: { lineNumber: number; column: number }): void
}

function showRefusal(model: editor.ITextModel, message: string): void {
  const shown = monaco.editor.getEditors().find((each) => each.getModel() === model)
  const position = shown?.getPosition()
  if (!shown || !position) return
  shown.getContribution<MessageContribution>('editor.contrib.messageController')?.showMessage(message, position)
}
