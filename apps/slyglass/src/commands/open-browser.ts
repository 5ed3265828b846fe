import { spawn } from 'node:child_process'
import { homedir } from 'node:os'

type Environment = Readonly<Record<string, string | undefined>>

/** Opens an address in the person's browser where there is a display; otherwise nothing happens. */
export function openBrowser(url: string, env: Environment, platform: NodeJS.Platform = process.platform): void {
  const command = browserCommand(url, env, platform)
  if (command === undefined) return
  const [program, ...args] = command
  // From a place that holds no project: where it is started in must not decide which program runs.
  const child = spawn(program, args, { cwd: homedir(), detached: true, stdio: 'ignore', windowsHide: true })
  // No browser is no failure: the address was printed.
  child.on('error', () => undefined)
  child.unref()
}

/** The program that opens an address here, and its arguments. */
export function browserCommand(
  url: string,
  env: Environment,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open', url]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  const display = (env.DISPLAY ?? '') !== '' || (env.WAYLAND_DISPLAY ?? '') !== ''
  return display ? ['xdg-open', url] : undefined
}
