import { realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { err, fromJson, isJsonObject, type JsonObject, ok, parseJson, type Result } from '@slyglass/base'
import { printResults, type Reported } from '../../cases/reported.ts'
import type { Project } from '../../workspace/projects.ts'
import type { CommandIo } from '../command.ts'
import { type CommandFault, endWith, wrongUse } from '../reading/fault.ts'
import { folderComplaint, isFolder } from '../reading/paths.ts'
import { readLines } from '../reading/read-source.ts'
import { openWorkspace, projectAt, type Workspace } from '../reading/workspace.ts'
import { type BubVector, readBubVector } from './bub/bub-vector.ts'
import { answerFailure } from './check-answer.ts'
import { checkVector, type Outcome } from './check-vector.ts'
import { vectorSchema } from './vector.ts'

/** What `slyglass vectors` was asked for. */
export interface VectorsOptions {
  readonly profile?: 'spec' | 'neuro-san'
  readonly networks?: string
  readonly json?: boolean
}

interface Case {
  readonly name: string
  run(): Promise<Outcome>
}

/** Runs files of vectors and of answers, prints every failure, and how many passed and failed. */
export async function runVectors(io: CommandIo, files: readonly string[], options: VectorsOptions): Promise<void> {
  // Answers hold without any variable of this machine.
  const workspace = await openWorkspace({ ...io, env: { SLYGLASS_HOME: io.env.SLYGLASS_HOME } })
  const results: Reported[] = []
  for (const file of files) {
    const cases = await readCases(io, workspace, file, options)
    if (!cases.ok) return endWith(io, cases.error)
    for (const { name, run } of cases.value) {
      const began = performance.now()
      const outcome = await run()
      if (outcome === 'not-counted') continue
      const faults = outcome === 'passed' ? [] : [outcome.failure]
      results.push({ name, passed: outcome === 'passed', faults, milliseconds: Math.round(performance.now() - began) })
      if (options.json !== true) for (const fault of faults) io.out(`${name}: ${fault}`)
    }
  }
  const failed = results.filter(({ passed }) => !passed).length
  io.out(options.json === true ? printResults(results) : `${results.length - failed} passed, ${failed} failed`)
  io.exit(failed === 0 ? 0 : 1)
}

async function readCases(
  io: CommandIo,
  workspace: Workspace,
  file: string,
  options: VectorsOptions,
): Promise<Result<readonly Case[], CommandFault>> {
  const lines = await readLines(io, file)
  if (!lines.ok) return lines
  const cases: Case[] = []
  for (const [index, line] of lines.value.entries()) {
    if (line.trim() === '') continue
    const parsed = parseJson(line)
    const where = `${file}:${index + 1}`
    if (!parsed.ok) return err(wrongUse(`${where} is no JSON: ${parsed.error.message}.`))
    const read = isJsonObject(parsed.value) ? await readCase(io, workspace, file, parsed.value, options) : undefined
    if (read === undefined) return err(wrongUse(`${where} is neither a vector nor an answer. See --help.`))
    if (!read.ok) return read
    cases.push(read.value)
  }
  return cases.length === 0 ? err(wrongUse(`There are no vectors in ${file}.`)) : ok(cases)
}

async function readCase(
  io: CommandIo,
  workspace: Workspace,
  file: string,
  line: JsonObject,
  { profile, networks }: VectorsOptions,
): Promise<Result<Case, CommandFault> | undefined> {
  if (typeof line.get('file') === 'string' && line.has('value')) {
    const project = await findNetworks(io, file, networks)
    return project.ok ? ok(answerCase(workspace, project.value, line, profile)) : project
  }
  const observed = readBubVector(line)
  if (observed !== undefined) return ok(bubCase(io, observed, profile))
  const vector = vectorSchema.safeParse(fromJson(line))
  if (!vector.success) return undefined
  const run = async () => checkVector(vector.data, line, profile ?? 'spec')
  return ok({ name: vector.data.name, run })
}

function answerCase(
  workspace: Workspace,
  project: Project,
  line: JsonObject,
  profile: VectorsOptions['profile'],
): Case {
  return {
    name: String(line.get('file')),
    async run() {
      if (profile === 'spec') return 'not-counted'
      const failure = await answerFailure(workspace, project, line)
      return failure === undefined ? 'passed' : { failure }
    },
  }
}

/** What Bub was seen to do says nothing of HOCON. */
function bubCase({ dist, env }: CommandIo, vector: BubVector, profile: VectorsOptions['profile']): Case {
  return {
    name: `${vector.id} ${vector.area}`,
    async run() {
      if (profile !== undefined) return 'not-counted'
      const { checkBubVector } = await import('./bub/areas.ts')
      const failure = await checkBubVector(vector, { dist, env })
      return failure === undefined ? 'passed' : { failure }
    },
  }
}

/** The files that `x.jsonl` is about lie in the named folder, or in its folder `x`. */
async function findNetworks(
  io: CommandIo,
  file: string,
  networks: string | undefined,
): Promise<Result<Project, CommandFault>> {
  if (networks === undefined)
    return err(wrongUse(`${file} holds answers about files. Say where the files lie with --networks DIR.`))
  const folder = resolve(io.cwd, networks)
  const own = join(folder, basename(file).replace(/\.jsonl$/, ''))
  for (const root of [own, folder]) if (await isFolder(root)) return ok(projectAt(await realpath(root)))
  const complaint = await folderComplaint(folder, 'Give the folder of the files that the answers are about.', networks)
  return err(wrongUse(complaint ?? `${networks} may not be opened. Check its permissions.`))
}
