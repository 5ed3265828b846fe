// What is told of the files behind the coded tools of a network.
import type { Diagnostic } from '@slyglass/network'

/** A line of a file of the project, as it is saved, that keeps a tool from loading; lines from 1. */
export interface BrokenLine {
  readonly file: string
  readonly line: number
  readonly reason: string
}

/** Where a coded tool's class was looked for. `GET /api/projects/:project/tools?network=&load=`. */
export interface ToolSourceReply {
  readonly entry: string
  readonly className: string
  readonly language?: 'python' | 'typescript'
  /** Path relative to the project. */
  readonly file?: string
  readonly tried: readonly string[]
  readonly shadowed: readonly string[]
  /** Its source brings a description of its own, so its entry needs none. */
  readonly described?: true
  /** What its definition says where its entry says nothing: `parameters` is a JSON schema in JSON text. Told of trusted folders only. */
  readonly tells?: { readonly description?: string; readonly parameters?: string }
  /** Sly keys named in the source, by reading its text. */
  readonly slyKeys: readonly string[]
  readonly diagnostic?: Diagnostic
  /** Why it cannot be read; with `load`, in trusted folders, also why it does not load. */
  readonly broken?: readonly BrokenLine[]
}
