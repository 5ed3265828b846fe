// Bubblewrap around a program: it sees the system, its own files and its project, and nothing else of this machine.
import { execFile } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { NEUTRAL_FOLDER, PROBE_MS } from './neutral-folder.ts'
import { isInside } from './tool-places.ts'

export interface Enclosure {
  readonly projectRoot: string
  /** Folders that it may read besides: interpreters, packages, its own files. */
  readonly readable: readonly string[]
  /** Not to be seen even inside of what is. */
  readonly hide: readonly string[]
  /** `off`: no connection can be opened, not even to this machine. */
  readonly network?: 'on' | 'off'
  /** `own`: of this machine only the system's programs and what is readable. Else all that is not hidden. */
  readonly sees?: 'own' | 'machine'
  /** Where it begins; the project when absent. */
  readonly folder?: string
}

/** Programs and libraries of the system. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/nix/store',
  '/var/lib/ca-certificates',
]
/** Of the system's settings, those that name hosts, users, time, certificates and libraries; none with passwords. */
const SETTINGS = [
  ...[
    'alternatives',
    'ca-certificates',
    'fonts',
    'gai.conf',
    'group',
    'host.conf',
    'hosts',
    'ld.so.cache',
    'ld.so.conf',
  ],
  ...['ld.so.conf.d', 'localtime', 'magic', 'mime.types', 'nsswitch.conf', 'openssl', 'passwd', 'pki', 'protocols'],
  ...['resolv.conf', 'services', 'ssl', 'timezone'],
].map((name) => `/etc/${name}`)

const BASE = ['--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--unshare-ipc', '--die-with-parent']

/** True when bubblewrap is installed and may be used here. */
export function hasBubblewrap(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false)
  const probe = ['--ro-bind', '/', '/', ...BASE, '--unshare-net', '--', 'true']
  return new Promise((resolve) => {
    const options = { cwd: NEUTRAL_FOLDER, env: { PATH: env.PATH }, timeout: PROBE_MS }
    execFile('bwrap', probe, options, (error) => resolve(error === null))
  })
}

/** The command line that runs `command` in an enclosure: the project writable, an empty /tmp and home, the rest read-only. */
export function enclose(command: readonly string[], enclosure: Enclosure): readonly string[] {
  const { projectRoot, sees = 'machine' } = enclosure
  const hidden = enclosure.hide.filter((path) => existsSync(path))
  const isHidden = (path: string) => hidden.some((cover) => isInside(path, cover))
  const opened = readable(enclosure)
  const machine = ['--ro-bind', '/', '/', ...BASE, '--tmpfs', '/tmp']
  const own = [...[...SYSTEM, ...SETTINGS].flatMap((path) => ['--ro-bind-try', path, path]), ...BASE, ...emptyFolders()]
  return [
    'bwrap',
    ...(sees === 'own' ? own : machine),
    ...opened.filter((path) => !isHidden(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...hidden.filter((path) => !isInside(path, projectRoot)).flatMap(hideArguments),
    ...opened.filter(isHidden).flatMap((path) => ['--ro-bind', path, path]),
    ...['--bind', projectRoot, projectRoot],
    ...hidden.filter((path) => isInside(path, projectRoot)).flatMap(hideArguments),
    ...(enclosure.network === 'off' ? ['--unshare-net'] : []),
    ...(sees === 'own' ? ['--remount-ro', '/'] : []),
    ...['--chdir', enclosure.folder ?? projectRoot, '--'],
    ...command,
  ]
}

/** Programs expect these two to be there. */
function emptyFolders(): readonly string[] {
  return [...new Set(['/tmp', process.env.HOME ?? '/root'])].flatMap((path) => ['--tmpfs', path])
}

/** What has to be opened beside the system: shorter paths first, so that none covers another. */
function readable({ readable, projectRoot }: Enclosure): readonly string[] {
  const there = new Set(readable.filter((path) => path !== '/' && existsSync(path)))
  return [...there].filter((path) => !isInside(path, projectRoot)).sort((a, b) => a.length - b.length)
}

/** The folder of a program with its libraries: that above `bin`, by its own name and by what a link leads to. */
export function programFolders(program: string): readonly string[] {
  if (!program.startsWith('/') || !existsSync(program)) return []
  return [...new Set([program, realpathSync(program)].map((path) => dirname(dirname(path))))]
}

function hideArguments(path: string): readonly string[] {
  return statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
