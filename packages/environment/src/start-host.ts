// Command lines and greetings of the two kinds of host.
import { existsSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { childEnvironment } from './child-environment.ts'
import { LANE_FDS } from './host-lanes.ts'
import { HostProcess } from './host-process.ts'
import { enclose, programFolders } from './isolation.ts'
import type { LastGood } from './last-good.ts'
import type { HostLimits, HostTimes, ToolHostOptions } from './options.ts'
import { projectCache } from './project-cache.ts'
import { permissionFlag } from './sandbox/find-means.ts'
import type { HostEnclosure } from './sandbox/levels.ts'
import { threadCounts } from './thread-counts.ts'
import { importPath, isInside, toolPackages } from './tool-places.ts'

export interface HostSetting {
  readonly options: ToolHostOptions
  readonly times: HostTimes
  readonly limits: HostLimits
  readonly enclosure: HostEnclosure
  readonly good: LastGood
  readonly onEmpty: () => void
}

export type Interpreter = (
  | { readonly language: 'python'; readonly command: string; readonly path?: readonly string[] }
  | { readonly language: 'typescript' }
) & {
  /** It waits for a debugger before it runs a tool. */
  readonly debug?: boolean
}

/** Starts a host for a network. It is not ready yet. */
export function startHost(sources: ToolSources, interpreter: Interpreter, setting: HostSetting): HostProcess {
  const { options, times, limits } = setting
  const { language } = interpreter
  return new HostProcess({
    label: language === 'python' ? 'The Python host' : 'The TypeScript host',
    command: commandLine(sources, interpreter, setting),
    cwd: sources.projectRoot,
    env: childEnvironment(sources, options.env ?? process.env, options.projectEnv?.(sources.projectRoot) ?? {}),
    wire: language === 'python' ? 'stdio' : 'pipe3',
    ...(language === 'typescript' && interpreter.debug !== true && { threads: threadCounts(availableParallelism()) }),
    hello: {
      type: 'hello',
      protocol: 1,
      network: sources.network,
      toolPath: toolPackages(sources).join(':'),
      path: importPath(sources),
      ownFolders: [sources.projectRoot, ...sources.toolRoots],
      limits,
      lastGood: setting.good.folderOf(sources.projectRoot),
      ...(language === 'python' && { lanes: LANE_FDS }),
      ...(interpreter.debug === true && { debug: true }),
    },
    onGood: (path, text, name) => {
      if ([sources.projectRoot, ...sources.toolRoots].some((root) => isInside(path, root)))
        setting.good.keepText(sources.projectRoot, path, text, name)
    },
    startMs: times.startMs,
    onLooseOutput: (text) => options.onHostOutput?.({ network: sources.network, language, text }),
    clean: options.cleanOutput ?? ((text) => text),
    onEmpty: setting.onEmpty,
  })
}

function commandLine(
  sources: ToolSources,
  interpreter: Interpreter,
  { options, limits, enclosure }: HostSetting,
): readonly string[] {
  const { level, network } = enclosure
  const { projectRoot } = sources
  const bare =
    interpreter.language === 'python'
      ? pythonCommand(interpreter.command, options)
      : nodeCommand(options, limits, level === 'permission' ? permissionFlags(sources, options) : [])
  if (level !== 'bwrap') return bare
  const hide = options.hide ?? []
  const more = interpreter.language === 'python' ? (interpreter.path ?? []) : packageFolders(projectRoot)
  const opened = [...more, ...programFolders(bare[0] ?? ''), ...readable(sources, options)]
  return enclose(bare, { projectRoot, readable: opened, hide, network, sees: 'own' })
}

function pythonCommand(command: string, options: ToolHostOptions): readonly string[] {
  return [command, join(options.assets.python, 'start.py')]
}

function nodeCommand(options: ToolHostOptions, limits: HostLimits, more: readonly string[]): readonly string[] {
  const megabytes = Math.floor(limits.memoryBytes / 1024 ** 2)
  const flags = ['--enable-source-maps', `--max-old-space-size=${megabytes}`]
  return [process.execPath, ...flags, ...more, options.assets.typescriptHost, options.assets.typescriptWorker]
}

/** It reads its project and what tools import, writes its project, and starts no programs. */
function permissionFlags(sources: ToolSources, options: ToolHostOptions): readonly string[] {
  const { projectRoot } = sources
  const folders = [projectRoot, ...readable(sources, options), ...packageFolders(projectRoot)]
  return [
    permissionFlag() ?? '',
    '--allow-worker',
    ...['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'],
    ...[...new Set(folders)].map((folder) => `--allow-fs-read=${folder}/`),
    `--allow-fs-write=${projectRoot}/`,
  ]
}

/** Where packages of a project may lie: beside it and beside the folders above. */
function packageFolders(folder: string): readonly string[] {
  const own = join(folder, 'node_modules')
  const above = dirname(folder) === folder ? [] : packageFolders(dirname(folder))
  return existsSync(own) ? [realpathSync(own), own, ...above] : above
}

function readable(sources: ToolSources, options: ToolHostOptions): readonly string[] {
  const { assets, cacheFolder } = options
  const own = [assets.python, dirname(assets.typescriptHost), dirname(assets.typescriptWorker)]
  return [...own, projectCache(cacheFolder, sources.projectRoot), ...sources.toolRoots, ...importPath(sources)]
}
