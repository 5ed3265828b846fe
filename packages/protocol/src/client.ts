import type { ProjectId, Result, RunId, SessionId, Sha256 } from '@slyglass/base'
import { err, ok } from '@slyglass/base'
import { decodeRefusal, decodeReply } from './decode.ts'
import type { ModelReadReply } from './model-read-reply.ts'
import { readTail } from './read-tail.ts'
import type {
  CommandsReply,
  ConflictReply,
  ConnectivityReply,
  ContextReply,
  FileReply,
  HealthReply,
  ImportedNetworkReply,
  ImportedReply,
  LaunchReply,
  McpToolsReply,
  ModelStatus,
  ModelTestReply,
  NewToolReply,
  PermissionsReply,
  ProjectReply,
  PythonsReply,
  RevealReply,
  RunReply,
  SampleReply,
  ScriptReply,
  SharedToolReply,
  StartedReply,
  StatusReply,
  TailLine,
  TapeReply,
  ToolboxReply,
  VaultReply,
} from './replies.ts'
import { CODE_HEADER, LAUNCH_ROUTE, TOKEN_HEADER, WRITE_HEADER } from './routes.ts'
import type {
  AskContext,
  ImportNetwork,
  ImportSample,
  ImportTool,
  ModelSettings,
  NewTool,
  OpenProject,
  PutSly,
  RevealSly,
  RunCommandBody,
  SaveFile,
  StartRun,
  Tails,
  ToolSettingsBody,
  WriteTape,
} from './schemas.ts'
import type { ToolSourceReply } from './tool-source-reply.ts'

/** What carries a request: the platform's `fetch`, or a fake one. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>

/** Why a request brought no answer. `status` is 0 when the server could not be reached. */
export interface ClientFailure {
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly status: number
  /** Of a refused save: the text that lies on disk now, null when the file is gone. */
  readonly disk?: FileReply | null
}

/** An answer of the server, or why there is none. */
export type Reply<T> = Promise<Result<T, ClientFailure>>

/** Which runs a list is about. */
export interface RunsFilter {
  readonly project: string
  readonly network?: string
  readonly session?: string
}

/** Whose tape, and which of its lines. */
export interface TapeFilter {
  readonly project: string
  readonly network: string
  readonly search?: string
}

/** The studio's API as functions. */
export interface StudioClient {
  /** The launch token for a code, which is used up by it. */
  launch(code: string): Reply<LaunchReply>
  status(): Reply<StatusReply>
  samples(): Reply<readonly SampleReply[]>
  projects(): Reply<readonly ProjectReply[]>
  openProject(body: OpenProject): Reply<ProjectReply>
  project(project: ProjectId): Reply<ProjectReply>
  trust(project: ProjectId, trusted: boolean): Reply<ProjectReply>
  /** `load`: in a trusted folder it is also tried whether the files load. */
  toolSources(project: ProjectId, network: string, load?: boolean): Reply<readonly ToolSourceReply[]>
  toolbox(project: ProjectId, network: string): Reply<ToolboxReply>
  script(project: ProjectId, network: string): Reply<ScriptReply>
  permissions(project: ProjectId, network: string): Reply<PermissionsReply>
  /** What may be typed behind the prefix of a network, or behind `prefix` where it has none. */
  commands(project: ProjectId, network: string, prefix?: string): Reply<CommandsReply>
  connectivity(project: ProjectId, network: string): Reply<ConnectivityReply>
  /** What MCP servers have, asked now. Starts programs and asks addresses: 403 of a folder that is not trusted. */
  mcpTools(project: ProjectId, network: string): Reply<McpToolsReply>
  /** What tools say of what they need. Runs code of the project: 403 of a folder that is not trusted. */
  health(project: ProjectId): Reply<HealthReply>
  /** Without a path: what there is. With one, or null for none: chooses. */
  python(project: ProjectId, path?: string | null): Reply<PythonsReply>
  /** Writes a new coded tool. 409 when something of that name is there; nothing is changed then. */
  newTool(project: ProjectId, body: NewTool): Reply<NewToolReply>
  /** A coded tool with its entry, source, samples and tests as one text; nothing of it is run. */
  exportTool(project: ProjectId, network: string, tool: string): Reply<SharedToolReply>
  /** Writes a tool that was exported. 409 when files of it are there; the folder is not trusted afterwards. */
  importTool(project: ProjectId, body: ImportTool): Reply<NewToolReply>
  /** Copies a shipped sample into a project. 409 when files of it are there; nothing is changed then. */
  importSample(project: ProjectId, body: ImportSample): Reply<ImportedReply>
  /** Writes a network into a project. 409 when a file of its name has another text; the folder is not trusted afterwards. */
  importNetwork(project: ProjectId, body: ImportNetwork): Reply<ImportedNetworkReply>
  /** The text of a file on the server's machine that is to be imported. */
  readImport(path: string): Reply<FileReply>
  readFile(project: ProjectId, path: string): Reply<FileReply>
  /** A failure with status 409 has `disk`: another program changed the file. */
  saveFile(project: ProjectId, path: string, body: SaveFile): Reply<FileReply>
  runs(filter: RunsFilter): Reply<readonly RunReply[]>
  run(run: RunId): Reply<RunReply>
  /** Which of the listed runs gave a private value to a model. */
  modelReads(filter: RunsFilter): Reply<readonly ModelReadReply[]>
  startRun(body: StartRun): Reply<StartedReply>
  commandRun(run: RunId, body: RunCommandBody): Reply<unknown>
  /** Stored text by content, exactly as it was kept. */
  chunk(run: RunId, sha: Sha256): Reply<string>
  /** One stream for everything that is watched; its end is the end of the connection. */
  tails(body: Tails, signal: AbortSignal): Reply<AsyncIterable<TailLine>>
  /** What the session's next request would hold; nothing is sent. */
  askContext(body: AskContext): Reply<ContextReply>
  tape(session: SessionId, filter: TapeFilter): Reply<TapeReply>
  writeTape(session: SessionId, body: WriteTape): Reply<StartedReply>
  vault(session: SessionId): Reply<VaultReply>
  putVault(session: SessionId, body: PutSly): Reply<VaultReply>
  /** Forgets the session's private values for good. */
  forgetSession(session: SessionId): Reply<VaultReply>
  reveal(session: SessionId, body: RevealSly): Reply<RevealReply>
  modelStatus(): Reply<ModelStatus>
  saveModel(body: ModelSettings): Reply<ModelStatus>
  testModel(body: ModelSettings): Reply<ModelTestReply>
  /** Whether tools may open connections. 409 when the start of the studio decides it. */
  saveTools(body: ToolSettingsBody): Reply<ToolSettingsBody>
}

/** How a client reaches its server. */
export interface ClientOptions {
  readonly transport: Transport
  /** The launch token, asked for at every request. */
  token(): string | undefined
}

interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: unknown
  readonly code?: string
  readonly signal?: AbortSignal
}

type Send = (path: string, ask?: Ask) => Reply<Response>

const UNREACHABLE = {
  code: 'server-unreachable',
  message: 'The Slyglass server did not answer.',
  hint: 'Check that the program is still running in its terminal.',
  status: 0,
} as const

/** A typed client of the studio port. Expected failures are values; nothing here throws. */
export function createClient(options: ClientOptions): StudioClient {
  const send = sender(options)
  const json = async <T>(path: string, ask?: Ask) => readJson<T>(await send(path, ask))
  const ofNetwork =
    <T>(what: string) =>
    (project: ProjectId, network: string): Reply<T> =>
      json(`/api/projects/${part(project)}/${what}?network=${part(network)}`)
  return {
    launch: (code) => json(LAUNCH_ROUTE.path, { method: 'POST', body: {}, code }),
    status: () => json('/api/status'),
    samples: () => json('/api/samples'),
    projects: () => json('/api/projects'),
    openProject: (body) => json('/api/projects', { method: 'POST', body }),
    project: (project) => json(`/api/projects/${part(project)}`),
    trust: (project, trusted) => json(`/api/projects/${part(project)}/trust`, { method: 'POST', body: { trusted } }),
    toolbox: ofNetwork('toolbox'),
    script: ofNetwork('script'),
    permissions: ofNetwork('permissions'),
    commands: (project, network, prefix) =>
      json(`/api/projects/${part(project)}/commands?${query({ network, prefix })}`),
    toolSources: (project, network, load) =>
      json(`/api/projects/${part(project)}/tools?network=${part(network)}${load === true ? '&load=true' : ''}`),
    connectivity: ofNetwork('connectivity'),
    mcpTools: ofNetwork('mcp-tools'),
    health: (project) => json(`/api/projects/${part(project)}/health`),
    python: (project, path) =>
      json(`/api/projects/${part(project)}/python`, path === undefined ? {} : { method: 'PUT', body: { path } }),
    newTool: (project, body) => json(`/api/projects/${part(project)}/tools`, { method: 'POST', body }),
    exportTool: (project, network, tool) =>
      json(`/api/projects/${part(project)}/shared-tools?network=${part(network)}&tool=${part(tool)}`),
    importTool: (project, body) => json(`/api/projects/${part(project)}/shared-tools`, { method: 'POST', body }),
    importSample: (project, body) => json(`/api/projects/${part(project)}/samples`, { method: 'POST', body }),
    importNetwork: (project, body) => json(`/api/projects/${part(project)}/networks`, { method: 'POST', body }),
    readImport: (path) => json('/api/imports', { method: 'POST', body: { path } }),
    readFile: (project, path) => json(fileRoute(project, path)),
    saveFile: (project, path, body) => json(fileRoute(project, path), { method: 'PUT', body }),
    ...runCalls(send, json),
    askContext: (body) => json('/api/context', { method: 'POST', body }),
    tape: (session, filter) => json(`/api/sessions/${part(session)}/tape?${query(filter)}`),
    writeTape: (session, body) => json(`/api/sessions/${part(session)}/tape`, { method: 'POST', body }),
    vault: (session) => json(`/api/sessions/${part(session)}/sly`),
    putVault: (session, body) => json(`/api/sessions/${part(session)}/sly`, { method: 'PUT', body }),
    forgetSession: (session) => json(`/api/sessions/${part(session)}/sly`, { method: 'DELETE', body: {} }),
    reveal: (session, body) => json(`/api/sessions/${part(session)}/sly/reveal`, { method: 'POST', body }),
    modelStatus: () => json('/api/settings/model'),
    saveModel: (body) => json('/api/settings/model', { method: 'PUT', body }),
    testModel: (body) => json('/api/settings/model/test', { method: 'POST', body }),
    saveTools: (body) => json('/api/settings/tools', { method: 'PUT', body }),
  }
}

type RunCalls = Pick<StudioClient, 'runs' | 'run' | 'modelReads' | 'startRun' | 'commandRun' | 'chunk' | 'tails'>

function runCalls(send: Send, json: <T>(path: string, ask?: Ask) => Reply<T>): RunCalls {
  return {
    runs: (filter) => json(`/api/runs?${query(filter)}`),
    run: (run) => json(`/api/runs/${part(run)}`),
    modelReads: (filter) => json(`/api/model-reads?${query(filter)}`),
    startRun: (body) => json('/api/runs', { method: 'POST', body }),
    commandRun: (run, body) => json(`/api/runs/${part(run)}/commands`, { method: 'POST', body }),
    async chunk(run, sha) {
      const response = await send(`/api/runs/${part(run)}/chunks/${part(sha)}`)
      return response.ok ? readText(response.value) : response
    },
    async tails(body, signal) {
      const response = await send('/api/tails', { method: 'POST', body, signal })
      if (!response.ok) return response
      return response.value.body === null ? err(UNREACHABLE) : ok(readTail(response.value.body))
    },
  }
}

const part = encodeURIComponent
const fileRoute = (project: ProjectId, path: string) =>
  `/api/projects/${part(project)}/files/${path.split('/').map(part).join('/')}`

function query(filter: RunsFilter | TapeFilter | { readonly prefix: string | undefined }): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${part(String(value))}`)
    .join('&')
}

function sender({ transport, token }: ClientOptions): Send {
  return async (path, { method = 'GET', body, code, signal } = {}) => {
    const known = token()
    const headers: Record<string, string> = { accept: 'application/json' }
    if (known !== undefined) headers[TOKEN_HEADER] = known
    if (code !== undefined) headers[CODE_HEADER] = code
    if (method !== 'GET') headers[WRITE_HEADER] = '1'
    if (body !== undefined) headers['content-type'] = 'application/json'
    try {
      const response = await transport(path, {
        method,
        headers,
        cache: 'no-store',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      })
      return response.ok ? ok(response) : err(await readRefusal(response))
    } catch {
      return err(UNREACHABLE)
    }
  }
}

async function readText(response: Response): Reply<string> {
  try {
    return ok(await response.text())
  } catch {
    return err(UNREACHABLE)
  }
}

async function readJson<T>(response: Result<Response, ClientFailure>): Reply<T> {
  if (!response.ok) return response
  const text = await readText(response.value)
  if (!text.ok) return text
  const decoded = decodeReply<T>(text.value === '' ? 'null' : text.value)
  if (decoded.ok) return decoded
  return err({
    code: 'answer-unreadable',
    message: `The server's answer is no JSON: ${decoded.error}`,
    status: response.value.status,
  })
}

async function readRefusal(response: Response): Promise<ClientFailure> {
  const text = await readText(response)
  const refusal = text.ok ? decodeRefusal(text.value) : undefined
  const { status } = response
  if (refusal === undefined)
    return { code: `http-${status}`, message: `The server refused the request with status ${status}.`, status }
  const conflict = text.ok && status === 409 ? decodeReply<Partial<ConflictReply>>(text.value) : undefined
  const disk = conflict?.ok ? conflict.value.disk : undefined
  return { ...refusal, status, ...(disk === undefined ? {} : { disk }) }
}
