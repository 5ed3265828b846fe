// A recording of a running server, as the folder holds it.
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const requestSchema = z.looseObject({
  id: z.string(),
  agent: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  raw_body: z.string().optional(),
  limit_seconds: z.number().optional(),
  wait_ms: z.number().optional(),
  group: z.union([z.string(), z.number()]).optional(),
  whole_body: z.boolean().optional(),
  keep_headers: z.array(z.string()).optional(),
})

const sideProcessSchema = z.looseObject({
  command: z.array(z.string()).min(1),
  env: z.record(z.string(), z.string()).optional(),
  wait_ms: z.number().optional(),
})

const scenarioSchema = z.looseObject({
  name: z.string().optional(),
  parallel: z.boolean().optional(),
  requests: z.array(requestSchema),
  env: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  free_ports: z.array(z.string()).optional(),
  side_processes: z.array(sideProcessSchema).optional(),
  settle_ms: z.number().optional(),
})

/** One request of a recorded client. */
export type ScenarioRequest = z.infer<typeof requestSchema>

/** A process that ran beside the recorded server. */
export type SideProcess = z.infer<typeof sideProcessSchema>

/** What was done to the recorded server. */
export type Scenario = z.infer<typeof scenarioSchema>

/** Reads `scenario.json`. */
export async function readScenario(folder: string): Promise<Scenario> {
  return scenarioSchema.parse(JSON.parse(await readFile(join(folder, 'scenario.json'), 'utf8')))
}

/** Every folder with a `scenario.json` at or below a folder, by name. */
export async function findRecordings(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some((entry) => entry.isFile() && entry.name === 'scenario.json')) return [folder]
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const found = await Promise.all(folders.sort().map((name) => findRecordings(join(folder, name))))
  return found.flat()
}

/** A request that reached the scripted model. */
export interface ModelEntry {
  readonly agent: string | null
  readonly path: string
  /** The body as it came. */
  readonly received?: string
}

/** The comparable form of a recording or of an own run. */
export interface Normalised {
  readonly model: Readonly<Record<string, readonly unknown[]>>
  readonly client: Readonly<Record<string, unknown>>
  readonly tools: readonly unknown[]
}

/** A place where two forms differ. */
export interface Difference {
  readonly at: string
  readonly recorded: unknown
  readonly own: unknown
}

/** The programs that lie with recordings: a model that follows a script, and what makes two runs comparable. */
export interface RecordingKit {
  readonly folder: string
  readScript(json: string): unknown
  startScriptedModel(options: {
    readonly script: unknown
    readonly onRequest: (entry: ModelEntry) => void
  }): Promise<{ readonly port: number; close(): Promise<void> }>
  readExact(json: string): unknown
  normalise(parts: {
    readonly scenario: Scenario
    readonly modelRequests: readonly ModelEntry[]
    readonly clientEvents: readonly unknown[]
    readonly toolLog: readonly unknown[]
  }): Normalised
  normaliseFolder(folder: string): Normalised
  differences(recorded: unknown, own: unknown): readonly Difference[]
}

/** The kit in a folder or above it; undefined when there is none. */
export async function findKit(folder: string): Promise<RecordingKit | undefined> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  if (names.includes('normalise.mjs') && names.includes('scripted-model.mjs')) {
    const [comparing, model] = await Promise.all([load(folder, 'normalise.mjs'), load(folder, 'scripted-model.mjs')])
    return { ...comparing, ...model, folder } as RecordingKit
  }
  const above = dirname(folder)
  return above === folder ? undefined : findKit(above)
}

function load(folder: string, file: string): Promise<object> {
  return import(pathToFileURL(join(folder, file)).href) as Promise<object>
}
