import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where Slyglass keeps what is not part of a project. */
export interface DataFolder {
  readonly root: string
  readonly runs: string
  /** The key that wraps the keys of sealed boxes. */
  readonly masterKey: string
  readonly projects: string
  readonly pasted: string
  readonly trust: string
  readonly recent: string
  /** Which interpreter each project uses. */
  readonly python: string
  /** Whether tools may open connections. */
  readonly tools: string
  readonly log: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** `SLYGLASS_HOME`, else the platform's folder for the data of programs. */
export function findDataFolder(env: Environment, platform: NodeJS.Platform): DataFolder {
  const root = resolve(set(env.SLYGLASS_HOME) ?? platformFolder(env, platform))
  return {
    root,
    runs: join(root, 'runs.db'),
    masterKey: join(root, 'master.key'),
    projects: join(root, 'projects'),
    pasted: join(root, 'projects', 'pasted'),
    trust: join(root, 'trust.json'),
    recent: join(root, 'recent.json'),
    python: join(root, 'python.json'),
    tools: join(root, 'tools.json'),
    log: join(root, 'logs', 'server.log'),
  }
}

function platformFolder(env: Environment, platform: NodeJS.Platform): string {
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Slyglass')
  if (platform === 'win32') return join(set(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'Slyglass')
  return join(set(env.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'slyglass')
}

function set(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
