// Unit tests of a project's tools as a report names them.
import { sep } from 'node:path'
import { findPython, type HostAssets, runUnitTests, type UnitTest } from '@slyglass/environment'
import type { Launched } from '../commands/launch.ts'
import { networkEnv, toolEnvironment } from '../workspace/project-env.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import type { Reported } from './reported.ts'

/** What unit tests of a project are run with. */
export interface UnitTestParts {
  readonly launched: Launched
  readonly assets: HostAssets
  readonly cacheFolder: string
  readonly shell: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** How a test starts the program that runs it, for `run` of `slyglass/testing`. */
  readonly testEnv: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 120_000

/** `weather.test.ts` and `test_weather.py`. */
export function isUnitTest(file: string): boolean {
  return /(?:\.test\.ts|(?:^|[\\/])test_[^\\/]*\.py)$/.test(file)
}

/** Runs the tests of one file; a file that cannot be run is one failure. */
export async function runUnitTestFile(parts: UnitTestParts, file: string, name: string): Promise<readonly Reported[]> {
  const { launched, assets, cacheFolder, shell, signal, testEnv } = parts
  const { project } = launched
  const { root } = project
  const chosen = launched.studio.python.chosen(root)
  const run = await runUnitTests(file, {
    ...{ assets, cacheFolder, signal, testEnv, env: shell, timeoutMs: TIMEOUT_MS },
    sources: toolSources(root, '', await launched.toolEnv(project)),
    projectEnv: { ...toolEnvironment(root), ...networkEnv(shell, {}) },
    python: await findPython({ env: shell, projectRoot: root, ...(chosen !== undefined && { chosen }) }),
  })
  return run.tests.map((test) => reported(test, name))
}

function reported({ name, outcome, fault, milliseconds }: UnitTest, file: string): Reported {
  const faults = fault === undefined ? [] : [fault]
  const place = file.split(sep).join('/')
  const full = name === '' ? place : `${place}: ${name}`
  return { name: full, passed: outcome !== 'failed', skipped: outcome === 'skipped', faults, milliseconds }
}
