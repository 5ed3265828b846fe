// Answers questions about the project's texts. Views of them are kept until a text changes.
import type { Result, TextEdit } from '@slyglass/base'
import { expandInclude, TreeCache } from '@slyglass/hocon'
import { foldsOf, inlaysOf, selectionsAt, toggleComments, typedEdits } from '@slyglass/hocon/language'
import type { SourceRange } from '@slyglass/network'
import {
  actionsAt,
  coloursOf,
  completeAt,
  definitionAt,
  fileKindOf,
  formatEdits,
  hoverAt,
  NetworkView,
  outlineOf,
  referencesAt,
  renameRange,
  thingAt,
} from '@slyglass/network/language'
import { colourTable } from './colour-table.ts'
import { diagnose } from './diagnose.ts'
import { hoverCard } from './hover-card.ts'
import { offeredIn } from './offered-names.ts'
import type { Answers, LanguageSetup, Planned, Question, QuestionKind, Questions, Update } from './questions.ts'

const NO_SETUP: LanguageSetup = { files: [], env: {}, networks: [], classes: [] }

/** Answered by itself: what it takes is loaded with the first one. */
export type Rename = Extract<Question, { kind: 'rename' }>
type Reading = Exclude<Question, Rename>

/** What a rename looks at. */
export interface Renaming {
  readonly asked: Questions['rename']
  readonly view: NetworkView
  /** Further networks that share the document. */
  readonly others: readonly NetworkView[]
}

export class LanguageSession {
  #setup = NO_SETUP
  readonly #texts = new Map<string, string>()
  readonly #trees = new TreeCache('neuro-san')
  readonly #views = new Map<string, NetworkView>()
  #wants = new Set<string>()

  update({ setup, changed, gone }: Update): void {
    if (setup !== undefined) this.#setup = setup
    for (const [doc, text] of Object.entries(changed)) this.#texts.set(doc, text)
    for (const doc of gone) {
      this.#texts.delete(doc)
      this.#trees.drop(doc)
    }
    if (setup !== undefined || gone.length > 0 || Object.keys(changed).length > 0) this.#views.clear()
  }

  textOf(doc: string): string {
    return this.#texts.get(doc) ?? ''
  }

  /** The answer, and the files of the project without whose texts it is not the full one. */
  answer<Asked extends Reading>(question: Asked): { value: Answers[Asked['kind']]; wants: readonly string[] } {
    this.#wants = new Set()
    const value = this.#answer(question) as Answers[Asked['kind']]
    return { value, wants: [...this.#wants] }
  }

  /** The texts as they are now, for they may change until the renaming is loaded; and the files that are missing. */
  renaming(asked: Rename): { renaming: Renaming; wants: readonly string[] } {
    this.#wants = new Set()
    const view = this.#viewFor(asked.doc)
    const isOwn = thingAt(view, asked.doc, asked.offset) !== undefined
    const others = isOwn ? [] : this.#othersWith(asked.doc, view)
    return { renaming: { asked, view, others }, wants: [...this.#wants] }
  }

  #answer(asked: Reading): Answers[QuestionKind] {
    const { doc } = asked
    const view = this.#viewFor(doc)
    switch (asked.kind) {
      case 'complete':
        return completeAt(view, doc, asked.offset)
      case 'hover': {
        const hover = hoverAt(view, doc, asked.offset)
        return hover && hoverCard(hover, (other) => this.#texts.get(other) ?? '')
      }
      case 'definition':
        return definitionAt(view, doc, asked.offset)
      case 'references':
        return this.#references(view, doc, asked.offset)
      case 'rename-range':
        return this.#renameRange(view, doc, asked.offset)
      default:
        return this.#ofText(view, asked)
    }
  }

  #ofText(
    view: NetworkView,
    asked: Exclude<Reading, { kind: 'complete' | 'hover' | 'definition' | 'references' | 'rename-range' }>,
  ): Answers[QuestionKind] {
    const { doc } = asked
    const text = this.#texts.get(doc) ?? ''
    const { root } = view.hocon.parsed(doc)
    switch (asked.kind) {
      case 'outline':
        return outlineOf(view, doc)
      case 'folds':
        return foldsOf(text, root)
      case 'colours':
        return colourTable(text, coloursOf(view, doc))
      case 'inlays':
        return inlaysOf(view.hocon, doc, asked.range)
      case 'selections':
        return asked.offsets.map((offset) => selectionsAt(text, root, offset))
      case 'format':
        return planned(doc, formatEdits(text, {}, asked.range))
      case 'typed':
        return typedEdits(text, asked.offset)
      case 'comment':
        return planned(doc, toggleComments(text, root, asked.range))
      case 'actions':
        return actionsAt(view, doc, asked.range)
      case 'diagnose':
        this.#wantIncludes(view)
        return diagnose(view, doc, this.#setup)
    }
  }

  #references(view: NetworkView, doc: string, offset: number): readonly SourceRange[] {
    const isOwn = thingAt(view, doc, offset) !== undefined
    const views = isOwn ? [view] : [view, ...this.#othersWith(doc, view)]
    const places = new Map<string, SourceRange>()
    for (const one of views) {
      const { definitions, uses } = referencesAt(one, doc, offset)
      for (const place of [...definitions, ...uses]) places.set(`${place.doc} ${place.from}`, place)
    }
    return [...places.values()]
  }

  #renameRange(view: NetworkView, doc: string, offset: number): Answers['rename-range'] {
    const at = renameRange(view, doc, offset)
    const thing = at === undefined ? undefined : thingAt(view, doc, offset)
    if (at === undefined) return undefined
    return thing?.kind === 'entry' && view.hocon.root === this.#setup.open ? { at, entry: thing.name } : { at }
  }

  /** Other networks that include a document; those whose texts are not here yet are wanted. */
  #othersWith(doc: string, own: NetworkView): readonly NetworkView[] {
    const files = this.#setup.networks.map(({ file }) => file).filter((file) => file !== own.hocon.root)
    for (const file of files) if (!this.#texts.has(file)) this.#wants.add(file)
    return files
      .filter((file) => this.#texts.has(file))
      .map((file) => this.#view(file))
      .filter((view) => view.hocon.evaluation.documents.includes(doc))
  }

  /** A document that the open network includes is looked at through that network. */
  #viewFor(doc: string): NetworkView {
    const { open } = this.#setup
    if (open === undefined || open === doc || !this.#texts.has(open)) return this.#view(doc)
    const through = this.#view(open)
    return through.hocon.evaluation.documents.includes(doc) ? through : this.#view(doc)
  }

  #view(root: string): NetworkView {
    const known = this.#views.get(root) ?? this.#makeView(root)
    this.#views.set(root, known)
    const missing = known.hocon.evaluation.missing.flatMap(({ doc }) => expandInclude(doc, this.#setup.files))
    for (const doc of missing) if (this.#setup.files.includes(doc)) this.#wants.add(doc)
    return known
  }

  /** Links are in no list of files, so only asking tells where they lead, and whether there is anything. */
  #wantIncludes(view: NetworkView): void {
    for (const { doc } of view.hocon.evaluation.missing) if (!/[*?]/.test(doc)) this.#wants.add(doc)
  }

  #makeView(root: string): NetworkView {
    const { files, outside = [], env, networks, classes, described = [] } = this.#setup
    const texts = this.#record()
    return new NetworkView(
      {
        network: networks.find(({ file }) => file === root)?.name ?? root,
        file: root,
        texts,
        env,
        files,
        outside,
        classes,
        described,
        networks: networks.map(({ name }) => name),
        networkFiles: Object.fromEntries(networks.map(({ name, file }) => [name, file])),
        toolbox: this.#offered('toolbox'),
        models: this.#offered('llm-info'),
      },
      this.#trees.parse,
    )
  }

  /** Names that the project's own tables of tools or models bring. */
  #offered(kind: 'toolbox' | 'llm-info') {
    const files = this.#setup.files.filter((file) => /\.(?:hocon|conf)$/.test(file) && fileKindOf(file) === kind)
    for (const file of files) if (!this.#texts.has(file)) this.#wants.add(file)
    return files.flatMap((file) => offeredIn(kind, file, this.#record()))
  }

  #record(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#texts)
  }
}

function planned(doc: string, plan: Result<readonly TextEdit[], { readonly message: string }>): Planned {
  if (!plan.ok) return { ok: false, message: plan.error.message }
  return { ok: true, edits: plan.value.map((edit) => ({ doc, ...edit })) }
}
