import { relative, resolve } from 'node:path'
import type { TextPosition } from '@slyglass/base'
import type { SourceRange } from '@slyglass/network'
import type { Project } from '../../workspace/projects.ts'
import type { Files } from './workspace.ts'

/** A range as people read it: the file as it is seen from the working folder, lines and columns from 1. */
export interface ShownRange {
  readonly file: string
  readonly from: TextPosition
  readonly to: TextPosition
}

interface PlacesOptions {
  readonly cwd: string
  readonly project: Project
  readonly files: Files
}

/** Turns offsets of a project's documents into lines and columns. */
export class Places {
  readonly #options: PlacesOptions
  readonly #lines = new Map<string, Promise<readonly number[]>>()

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  async show({ doc, from, to }: SourceRange): Promise<ShownRange> {
    const starts = await this.#linesOf(doc)
    return { file: this.fileOf(doc), from: positionIn(starts, from), to: positionIn(starts, to) }
  }

  fileOf(doc: string): string {
    const { cwd, project } = this.#options
    return doc.startsWith('<') ? doc : relative(cwd, resolve(project.root, doc)) || doc
  }

  #linesOf(doc: string): Promise<readonly number[]> {
    const known = this.#lines.get(doc)
    if (known !== undefined) return known
    const { files, project } = this.#options
    const lines = files.read(project.root, doc).then((found) => lineStarts(found.ok ? found.value.text : ''))
    this.#lines.set(doc, lines)
    return lines
  }
}

/** Offsets at which the lines of a text start. */
function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length)]
}

// One document may have thousands of findings, so each is looked up in halves.
function positionIn(starts: readonly number[], offset: number): TextPosition {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
