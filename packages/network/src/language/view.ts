// A network as the language features look at it: its texts, what is known around it, and what it means.
import type { ParsedDocument } from '@slyglass/hocon'
import { HoconView, type OfferedName, type SchemaTable } from '@slyglass/hocon/language'
import type { SourceRange } from '../model.ts'
import type { NetworkInput, NetworkSource } from '../network-source.ts'
import { readNetworkSource } from '../read-network.ts'
import { type FileKind, fileKindOf, schemaOf } from '../schema/file-kinds.ts'

/** A class that code can be found for. */
export interface KnownClass extends OfferedName {
  /** Where it is written. */
  readonly at?: SourceRange
  /** Files that hold it, too, but are not used. */
  readonly shadowed?: readonly string[]
}

/** What a caller knows. Plain data, so that it can be sent to a worker. */
export interface LanguageInput extends NetworkInput {
  /** Paths of all files of the project. */
  readonly files?: readonly string[]
  readonly classes?: readonly KnownClass[]
  /** Tools of the toolbox, and models of the model table. */
  readonly toolbox?: readonly OfferedName[]
  readonly models?: readonly OfferedName[]
  /** The file of each network, for references such as `/desk`. */
  readonly networkFiles?: Readonly<Record<string, string>>
  /** Kinds of documents that their names do not tell. */
  readonly kinds?: Readonly<Record<string, FileKind>>
}

export class NetworkView {
  readonly input: LanguageInput
  readonly hocon: HoconView
  #source: NetworkSource | undefined

  /** `parse` may reuse earlier trees. */
  constructor(input: LanguageInput, parse?: (doc: string, text: string) => ParsedDocument) {
    this.input = input
    const { texts, files, outside, env } = input
    const sources = {
      profile: 'neuro-san' as const,
      texts,
      ...(files === undefined ? {} : { files }),
      ...(outside === undefined ? {} : { outside }),
      ...(env === undefined ? {} : { env }),
    }
    this.hocon = new HoconView(sources, input.file, parse)
  }

  get source(): NetworkSource {
    this.#source ??= readNetworkSource(this.input, this.hocon.evaluation)
    return this.#source
  }

  kindOf(doc: string): FileKind {
    return this.input.kinds?.[doc] ?? fileKindOf(doc, this.hocon.text(doc))
  }

  schemaOf(doc: string): SchemaTable {
    return schemaOf(this.kindOf(doc))
  }
}
