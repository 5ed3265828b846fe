// Bubblewrap around a host process: isolation from accidents, not from a hostile author.
import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { NEUTRAL_FOLDER } from './neutral-folder.ts'
import { isInside } from './tool-places.ts'

export interface Enclosure {
  readonly projectRoot: string
  /** Must stay readable although they may lie in a hidden folder. */
  readonly readable: readonly string[]
  readonly hide: readonly string[]
  /** `off`: no connection can be opened, not even to this machine. */
  readonly network?: 'on' | 'off'
  /** Where it begins; the project when absent. */
  readonly folder?: string
}

const PROBE = [
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--unshare-pid',
  '--unshare-net',
  '--',
  'true',
]

/** True when bubblewrap is installed and may be used here. */
export function hasBubblewrap(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false)
  return new Promise((resolve) => {
    const options = { cwd: NEUTRAL_FOLDER, env: { PATH: env.PATH }, timeout: 5_000 }
    execFile('bwrap', PROBE, options, (error) => resolve(error === null))
  })
}

/** The command line that runs `command` in an enclosure: all read-only, the project writable, an empty /tmp. */
export function enclose(command: readonly string[], enclosure: Enclosure): readonly string[] {
  const { projectRoot } = enclosure
  const hidden = enclosure.hide.filter((path) => existsSync(path))
  const covered = ['/tmp', ...hidden]
  const opened = enclosure.readable.filter(
    (path) => existsSync(path) && !isInside(path, projectRoot) && covered.some((cover) => isInside(path, cover)),
  )
  return [
    'bwrap',
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...hidden.filter((path) => !isInside(path, projectRoot)).flatMap(hideArguments),
    ...opened.flatMap((path) => ['--ro-bind', path, path]),
    ...['--bind', projectRoot, projectRoot],
    ...hidden.filter((path) => isInside(path, projectRoot)).flatMap(hideArguments),
    ...(enclosure.network === 'off' ? ['--unshare-net'] : []),
    ...['--unshare-pid', '--die-with-parent', '--chdir', enclosure.folder ?? projectRoot, '--'],
    ...command,
  ]
}

function hideArguments(path: string): readonly string[] {
  return statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
