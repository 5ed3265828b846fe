// Code in Python: a process of its own for each cell, in the strongest enclosure that this machine has.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { CodeCell, CodeCellInfo, CodeEnd, ToolSources } from '@slyglass/runtime'
import { neutralVariables } from '../../child-environment.ts'
import { findPython } from '../../find-python.ts'
import { enclose, programFolders } from '../../isolation.ts'
import { DEFAULT_LIMITS } from '../../options.ts'
import { createMeans } from '../../sandbox/find-means.ts'
import { chooseEnclosure, environmentOf, type HostEnclosure } from '../../sandbox/levels.ts'
import { watchTree } from '../../sandbox/watch-trees.ts'
import { CellDesk } from '../cell-desk.ts'
import type { CellAnswer } from '../cell-messages.ts'
import { CellOutput } from '../cell-output.ts'
import { fileOf, shaOf } from '../code-file.ts'
import type { CodePortOptions } from '../code-options.ts'
import { deferred, whenAborted } from '../deferred.ts'
import { MediaShelf } from '../media/media-shelf.ts'
import { Spares } from '../spares.ts'
import { findWorkspace } from '../workspace.ts'
import { type CellExit, CellProcess, type CellStart } from './cell-process.ts'

/** How an interpreter is started for a project. */
interface PythonPlace {
  readonly enclosure: HostEnclosure
  readonly workspace: string
  readonly start: CellStart
}

export class PythonCells {
  readonly #options: CodePortOptions
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #means: ReturnType<typeof createMeans>
  readonly #spares = new Spares<CellProcess>()
  readonly #running = new Set<CellProcess>()

  constructor(options: CodePortOptions) {
    this.#options = options
    this.#env = options.env ?? process.env
    this.#means = createMeans({ ...options, env: this.#env })
  }

  /** In words why code in Python cannot run here; undefined when it can. */
  async problem(sources: ToolSources): Promise<string | undefined> {
    const place = await this.#place(sources)
    return place.ok ? undefined : place.error
  }

  async run(cell: CodeCell): Promise<CodeEnd> {
    const place = await this.#place(cell.sources)
    if (!place.ok) return { ended: 'refused', message: place.error, output: '', media: [] }
    if (cell.signal.aborted) return { ended: 'stopped', output: '', media: [] }
    const { start } = place.value
    const key = JSON.stringify(start)
    const interpreter = this.#spares.take(key, () => new CellProcess(start))
    this.#running.add(interpreter)
    try {
      return await this.#runIn(interpreter, cell, place.value)
    } finally {
      await interpreter.end()
      this.#running.delete(interpreter)
      this.#spares.prepare(key, () => new CellProcess(start))
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#spares.dispose(), ...[...this.#running].map((one) => one.end())])
  }

  async #runIn(interpreter: CellProcess, cell: CodeCell, place: PythonPlace): Promise<CodeEnd> {
    const stopping = new AbortController()
    const stopped = whenAborted(cell.signal, stopping.signal)
    const output = new CellOutput(cell.outputBytes, (text) => cell.onOutput(text))
    const desk = new CellDesk(cell, new MediaShelf(mediaPlace(cell, place, stopping.signal)))
    const ended = (end: object): CodeEnd => ({ ...end, output: output.end(), media: desk.media }) as CodeEnd
    try {
      const began = await Promise.race([stopped, interpreter.ready.then(() => true as const, wordsOf)])
      if (began === 'stopped') return ended({ ended: 'stopped' })
      if (began !== true) return ended({ ended: 'refused', message: began })
      await cell.onStart(infoOf(cell, place))
      if (cell.signal.aborted) return ended({ ended: 'stopped' })
      const end = await Promise.race([stopped, this.#watched(interpreter, cell, { place, output, desk })])
      stopping.abort()
      await interpreter.end()
      return ended(end === 'stopped' ? { ended: end } : endOf(end))
    } finally {
      stopping.abort()
    }
  }

  /** Runs it under the limits of its processes together. */
  async #watched(
    interpreter: CellProcess,
    cell: CodeCell,
    { place, output, desk }: { readonly place: PythonPlace; readonly output: CellOutput; readonly desk: CellDesk },
  ): Promise<CellExit> {
    const faults = deferred<never>()
    const breach = deferred<CellExit>()
    const processes = this.#options.processes ?? DEFAULT_LIMITS.processes
    const limits = { processes, memoryBytes: 2 * cell.memoryMb * 1024 ** 2 + INTERPRETER_BYTES }
    const unwatch = watchTree(interpreter.pid ?? 0, limits, ({ code, message }) => {
      const said = { ended: 'exited', code: 137, stderr: `The code ${message}.` } as const
      breach.resolve(code === 'memory' ? { type: 'done', ended: 'memory' } : said)
    })
    const { code, memoryMb, mediaTools: media, tools } = cell
    const begin = { code, file: fileOf(code), folder: place.workspace, media, memoryMb }
    const answer = (told: CellAnswer) => interpreter.answer(told)
    try {
      const running = interpreter.begin(
        { ...begin, tools: tools.map(({ identifier }) => identifier) },
        {
          onQuestion: (question) => void desk.answer(question).then(answer, faults.reject),
          onPrinted: (bytes) => output.push(bytes),
        },
      )
      return await Promise.race([running, breach.promise, faults.promise])
    } finally {
      unwatch()
    }
  }

  async #place(sources: ToolSources): Promise<Result<PythonPlace, string>> {
    const chosen = chooseEnclosure(sources, 'python', await this.#means())
    if (!chosen.ok) return chosen
    const workspace = await findWorkspace(sources)
    if (!workspace.ok) return workspace
    const preferred = this.#options.python?.(sources.projectRoot)
    const searched = { projectRoot: sources.projectRoot, env: this.#env }
    const python = await findPython(preferred === undefined ? searched : { ...searched, chosen: preferred })
    if (!python.found) return err(`Python was not found. ${python.hint}`)
    const enclosure = chosen.value
    const isEnclosed = enclosure.level === 'bwrap'
    const program = join(this.#options.assets.python, 'run_code.py')
    const command = [python.command, '-u', program, ...(isEnclosed ? [] : ['--adopt'])]
    const start: CellStart = {
      command: isEnclosed
        ? this.#enclosed(command, python.path, { sources, workspace: workspace.value, enclosure })
        : command,
      cwd: workspace.value,
      env: cellVariables(this.#env),
      isEnclosed,
    }
    return ok({ enclosure, workspace: workspace.value, start })
  }

  #enclosed(
    command: readonly string[],
    path: readonly string[],
    place: { readonly sources: ToolSources; readonly workspace: string; readonly enclosure: HostEnclosure },
  ): readonly string[] {
    const projectRoot = realpathSync(place.sources.projectRoot)
    const { assets, hide = [] } = this.#options
    return enclose(command, {
      ...{ projectRoot, folder: place.workspace, network: place.enclosure.network, sees: 'own' },
      readable: [...path, ...programFolders(command[0] ?? ''), assets.python],
      hide: [...hide, ...keyFiles(projectRoot)],
    })
  }
}

/** Beyond what the code itself may hold. */
const INTERPRETER_BYTES = 64 * 1024 ** 2

/** Of the server's variables the neutral ones, and none of the project's: keys are for its tools. */
function cellVariables(server: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  // Threads would each reserve address space, which is what is limited.
  const allocator = { MALLOC_ARENA_MAX: '1' }
  return { ...neutralVariables(server), ...allocator, PYTHONUTF8: '1', PYTHONDONTWRITEBYTECODE: '1' }
}

/** Files of the project in which keys are kept: code that a model wrote has no business with them. */
function keyFiles(projectRoot: string): readonly string[] {
  if (!existsSync(projectRoot)) return []
  const names = readdirSync(projectRoot).filter((name) => /^\.env(?:\.|$)/.test(name) && !/example|sample/.test(name))
  return names.map((name) => join(projectRoot, name))
}

function mediaPlace({ sources }: CodeCell, { enclosure }: PythonPlace, signal: AbortSignal) {
  const { fetchAllow = [] } = environmentOf(sources)
  return { network: enclosure.network, fetchAllow, signal }
}

function infoOf({ code }: CodeCell, { enclosure: { level, network } }: PythonPlace): CodeCellInfo {
  return { language: 'python', isolation: level, sha: shaOf(code), ...(network === 'off' && { offline: true }) }
}

function endOf(end: CellExit): object {
  if (end.ended === 'raised') return { ended: 'raised', type: end.name, message: end.message, traceback: end.traceback }
  // An interpreter without memory may not even be able to say so.
  if (end.ended === 'exited' && /^(?:MemoryError|Fatal Python error: .*[Mm]emory)/m.test(end.stderr))
    return { ended: 'memory' }
  if (end.ended === 'exited') return end
  return { ended: end.ended }
}

const wordsOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))
