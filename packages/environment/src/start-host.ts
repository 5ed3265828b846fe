// Command lines and greetings of the two kinds of host.
import { dirname, join } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { childEnvironment } from './child-environment.ts'
import { HostProcess } from './host-process.ts'
import { enclose } from './isolation.ts'
import type { LastGood } from './last-good.ts'
import type { HostLimits, HostTimes, ToolHostOptions } from './options.ts'
import { importPath, isInside, toolPackages } from './tool-places.ts'

export interface HostSetting {
  readonly options: ToolHostOptions
  readonly times: HostTimes
  readonly limits: HostLimits
  readonly isolation: 'bwrap' | 'host'
  readonly good: LastGood
  readonly onEmpty: () => void
}

export type Interpreter = (
  | { readonly language: 'python'; readonly command: string }
  | { readonly language: 'typescript' }
) & {
  /** It waits for a debugger before it runs a tool. */
  readonly debug?: boolean
}

/** Starts a host for a network. It is not ready yet. */
export function startHost(sources: ToolSources, interpreter: Interpreter, setting: HostSetting): HostProcess {
  const { options, times, limits, isolation } = setting
  const { language } = interpreter
  const bare =
    interpreter.language === 'python' ? pythonCommand(interpreter.command, options) : nodeCommand(options, limits)
  const enclosure = {
    projectRoot: sources.projectRoot,
    readable: readable(sources, bare, options),
    hide: options.hide ?? [],
  }
  return new HostProcess({
    label: language === 'python' ? 'The Python host' : 'The TypeScript host',
    command: isolation === 'bwrap' ? enclose(bare, enclosure) : bare,
    cwd: sources.projectRoot,
    env: childEnvironment(sources, options.env ?? process.env, options.projectEnv?.(sources.projectRoot) ?? {}),
    wire: language === 'python' ? 'stdio' : 'pipe3',
    hello: {
      type: 'hello',
      protocol: 1,
      network: sources.network,
      toolPath: toolPackages(sources).join(':'),
      path: importPath(sources),
      ownFolders: [sources.projectRoot, ...sources.toolRoots],
      limits,
      lastGood: setting.good.folder,
      ...(interpreter.debug === true && { debug: true }),
    },
    onGood: (path, text) => {
      if ([sources.projectRoot, ...sources.toolRoots].some((root) => isInside(path, root)))
        setting.good.keepText(path, text)
    },
    startMs: times.startMs,
    onLooseOutput: (text) => options.onHostOutput?.({ network: sources.network, language, text }),
    clean: options.cleanOutput ?? ((text) => text),
    onEmpty: setting.onEmpty,
  })
}

function pythonCommand(command: string, options: ToolHostOptions): readonly string[] {
  return [command, join(options.assets.python, 'start.py')]
}

function nodeCommand(options: ToolHostOptions, limits: HostLimits): readonly string[] {
  const megabytes = Math.floor(limits.memoryBytes / 1024 ** 2)
  const flags = ['--enable-source-maps', `--max-old-space-size=${megabytes}`]
  return [process.execPath, ...flags, options.assets.typescriptHost, options.assets.typescriptWorker]
}

function readable(sources: ToolSources, command: readonly string[], options: ToolHostOptions): readonly string[] {
  const { assets, cacheFolder } = options
  const own = [assets.python, dirname(assets.typescriptHost), dirname(assets.typescriptWorker), cacheFolder]
  // An interpreter in a virtual environment needs the folder above its `bin`.
  const programs = command[0]?.startsWith('/') === true ? [dirname(dirname(command[0]))] : []
  return [...own, ...programs.filter((path) => path !== '/'), ...sources.toolRoots, ...importPath(sources)]
}
