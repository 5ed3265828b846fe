// What a network means. Built from document text by `readNetwork`; nobody builds it by hand.
import type { Json, JsonObject } from '@slyglass/base'

/** A place in a document of the project. Offsets are UTF-16; `doc` is a path relative to the project. */
export interface SourceRange {
  readonly doc: string
  readonly from: number
  readonly to: number
}

export type Severity = 'error' | 'warning' | 'hint'

/** A ready-made repair: edits per document. */
export interface Fix {
  readonly title: string
  readonly edits: readonly DocumentEdit[]
}

/** A text edit in a named document. */
export interface DocumentEdit {
  readonly doc: string
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Something worth saying about a document. `code` is stable, kebab-case. */
export interface Diagnostic {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly at: SourceRange
  readonly entry?: string
  readonly fixes: readonly Fix[]
}

export type EntryKind = 'agent' | 'coded-tool' | 'toolbox-tool' | 'incomplete'

/** What a name in `tools` points to. */
export type ReferenceKind = 'entry' | 'network' | 'mcp' | 'missing'

/** One item of an agent's `tools`. */
export interface Reference {
  readonly name: string
  readonly kind: ReferenceKind
  /** Where it stands; absent when it comes from a replacement value. */
  readonly at?: SourceRange
}

/** A slot of an allow list whose optional substitution gives nothing. */
export interface OptionalKey {
  /** Such as `to_downstream.sly_data`. */
  readonly rule: string
  /** What the slot would be filled with, as the network writes it. */
  readonly name: string
}

/** One item of a network's `tools` list, after commondefs, defaults and name correction. */
export interface Entry {
  readonly index: number
  readonly name: string
  readonly kind: EntryKind
  readonly isFrontMan: boolean
  /** The effective node, exact. */
  readonly json: JsonObject
  readonly description?: string
  readonly parameters?: JsonObject
  readonly instructions?: string
  readonly command?: string
  readonly tools: readonly Reference[]
  readonly className?: string
  readonly toolbox?: string
  readonly args?: JsonObject
  readonly allow?: JsonObject
  /** Only where there are such. */
  readonly optionalKeys?: readonly OptionalKey[]
  readonly llmConfig?: JsonObject
  /** The whole entry in its document, and the value of its `name`. */
  readonly at: SourceRange
  readonly nameAt?: SourceRange
  /** The value of its `class`, without quotes where it is one text. */
  readonly classAt?: SourceRange
}

export interface Edge {
  readonly from: string
  readonly to: string
  readonly kind: 'tools' | 'args'
  readonly target: ReferenceKind
}

/** A network as read from its document and includes. Always there, however broken the text is. */
export interface Network {
  readonly name: string
  readonly file: string
  readonly entries: readonly Entry[]
  readonly frontMan?: Entry
  readonly edges: readonly Edge[]
  readonly description: string
  readonly tags: readonly string[]
  readonly sampleQueries: readonly string[]
  readonly llmConfig?: JsonObject
  readonly json: Json
  readonly diagnostics: readonly Diagnostic[]
  /** Documents it was read from, its own first; each path relative to the project. */
  readonly documents: readonly string[]
  /** Includes that could not be read. */
  readonly missingIncludes: readonly string[]
}

/** What a person wants changed. `planEdit` turns it into text edits. */
export type NetworkEdit =
  | { readonly kind: 'rename-entry'; readonly entry: string; readonly to: string }
  /** `template` `aaosa` writes the agent as the AAOSA convention wants it, with the include when nothing brings it. */
  | {
      readonly kind: 'add-agent'
      readonly name: string
      readonly caller?: string
      readonly template?: 'plain' | 'aaosa'
    }
  /** `fields`: what the entry holds besides its name and class; without a function among them it gets one to be filled in. */
  | {
      readonly kind: 'add-coded-tool'
      readonly name: string
      readonly className: string
      readonly caller?: string
      readonly fields?: JsonObject
    }
  /** An entry that names a shared tool; what it takes is told by the toolbox. */
  | { readonly kind: 'add-toolbox-tool'; readonly name: string; readonly toolbox: string; readonly caller?: string }
  | { readonly kind: 'connect'; readonly caller: string; readonly callee: string }
  | { readonly kind: 'disconnect'; readonly caller: string; readonly callee: string }
  | { readonly kind: 'remove-entry'; readonly entry: string }
  | { readonly kind: 'set-field'; readonly entry: string; readonly path: readonly string[]; readonly value: Json }
  /** Where it is defined, be it shared or not; `set-field` overrides in the entry instead. */
  | {
      readonly kind: 'set-where-defined'
      readonly entry: string
      readonly path: readonly string[]
      readonly value: Json
    }
  /** One piece of a text that is put together, as `fieldSource` counts them; where the piece is written. */
  | {
      readonly kind: 'set-piece'
      readonly entry: string
      readonly path: readonly string[]
      readonly piece: number
      readonly text: string
    }
  | { readonly kind: 'set-network-field'; readonly path: readonly string[]; readonly value: Json }
  | { readonly kind: 'duplicate-entry'; readonly entry: string; readonly to: string }
  /** Before another entry; without one to the end of the list. The first entry is the front man. */
  | { readonly kind: 'move-entry'; readonly entry: string; readonly before?: string }
  /** The value gets a name in `commondefs`, and the entry refers to it. */
  | {
      readonly kind: 'extract-to-commondefs'
      readonly entry: string
      readonly path: readonly string[]
      readonly name: string
    }
  /** What substitutions give is written out in the entry. */
  | { readonly kind: 'inline'; readonly entry: string; readonly path: readonly string[] }
  | { readonly kind: 'add-include'; readonly doc: string }
  | { readonly kind: 'remove-include'; readonly doc: string }

/** A network in the manifest. */
export interface ManifestEntry {
  readonly name: string
  /** Path relative to the project. */
  readonly file: string
  readonly serve: boolean
  readonly public: boolean
  readonly mcp: boolean
  /** Its name as an MCP tool, where the manifest gives one. */
  readonly mcpName?: string
  /** What is said to it by the clock. */
  readonly periodic?: readonly PeriodicTalk[]
}

/** A message that a network gets at certain times. */
export interface PeriodicTalk {
  readonly schedule: string
  /** The first of six fields are seconds; the last otherwise. */
  readonly secondsFirst: boolean
  readonly text: string
  /** What its tools find as request metadata, beside the id of the request. */
  readonly metadata: JsonObject
}

export interface Manifest {
  readonly file: string
  readonly networks: readonly ManifestEntry[]
  readonly diagnostics: readonly Diagnostic[]
}
