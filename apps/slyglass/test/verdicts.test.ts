// Data-driven tests with the verdicts of neuro-san's own driver: the same files, a model that follows the same script.
import { spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPython } from '@slyglass/environment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findKit } from '../src/verify/recording.ts'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { newFolder, removeFolder } from './support/folders.ts'

const RECORDED = fileURLToPath(new URL('../../../fixtures/recordings/test-cases/', import.meta.url))

interface Verdict {
  readonly case: string
  readonly passed: boolean
}

let program: BuiltProgram
let home = ''
beforeAll(async () => {
  home = newFolder()
  cpSync(RECORDED, join(home, 'project'), { recursive: true })
  program = await buildProgram()
})
afterAll(() => {
  removeFolder(home)
})

/** Runs `slyglass test` with a model that answers by a script. */
async function verdictsHere(): Promise<readonly Verdict[]> {
  const kit = await findKit(RECORDED)
  const python = await findPython()
  if (kit === undefined || !python.found) throw new Error('the recordings need their programs, and Python')
  const script = kit.readScript(readFileSync(join(RECORDED, 'model-script.json'), 'utf8'))
  const model = await kit.startScriptedModel({ script, onRequest: () => undefined })
  const cases = readdirSync(join(RECORDED, 'cases')).sort()
  const child = spawn(process.execPath, [program.main, 'test', ...cases.map((file) => `cases/${file}`), '--json'], {
    cwd: join(home, 'project'),
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data') },
      ...{ SLYGLASS_PYTHON: python.command, SLYGLASS_ENV: 'MODEL_PORT', MODEL_PORT: String(model.port) },
      ...{ OPENAI_API_KEY: 'dummy', OPENAI_API_BASE: `http://127.0.0.1:${model.port}/v1` },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let said = ''
    for await (const part of child.stdout.setEncoding('utf8')) said += part
    const rows: readonly { readonly name: string; readonly passed: boolean }[] = JSON.parse(said)
    return rows.map(({ name, passed }) => ({ case: basename(name, '.hocon'), passed }))
  } finally {
    child.kill('SIGKILL')
    await model.close()
  }
}

test('[N-94] every recorded test gets the verdict that the original gave', async () => {
  const recorded = readFileSync(join(RECORDED, 'results.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Verdict => JSON.parse(line))
  expect(recorded.length).toBeGreaterThan(10)
  expect(await verdictsHere()).toEqual(recorded.map(({ case: name, passed }) => ({ case: name, passed })))
})
