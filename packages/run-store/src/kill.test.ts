import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runId } from '@slyglass/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRunStore } from './index.ts'
import { finishedEvent } from './testing/index.ts'

const KILLS = process.env.SLYGLASS_SOAK === '1' ? 25 : 4
const here = import.meta.dirname
const root = mkdtempSync(join(tmpdir(), 'slyglass-kill-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const script = join(here, '..', 'node_modules', `.kill-writer-${process.pid}.mjs`)
afterAll(() => rmSync(script, { force: true }))

function buildWriter(): void {
  const options = {
    entryPoints: [join(here, 'testing/writer-process.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['libsql'],
    outfile: script,
  }
  const code = `require('esbuild').buildSync(${JSON.stringify(options)})`
  const built = spawnSync(process.execPath, ['-e', code], { cwd: resolve(here, '../../..'), encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
}

beforeAll(buildWriter)

/** The last numbers of commits are these in every ten. */
const ENDS = [0, 3, 7, 9]

/** Runs a writer until it has acknowledged `count` commits, kills it, and returns the last number it acknowledged. */
function killAfter(file: string, run: string, count: number): Promise<number> {
  return new Promise((done, fail) => {
    const writer = spawn(process.execPath, [script, file, run], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, errors] = ['', '']
    writer.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    writer.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.split('\n').length > count) writer.kill('SIGKILL')
    })
    writer.on('close', (_code, signal) => {
      const acknowledged = out.slice(0, out.lastIndexOf('\n')).split('\n').at(-1)
      if (signal === 'SIGKILL' && acknowledged !== undefined) done(Number(acknowledged))
      else fail(new Error(errors))
    })
  })
}

test(`[M1.5] ${KILLS} writers killed in mid-write lose nothing that was acknowledged, and leave no gap and no part of a commit`, async () => {
  const file = join(root, 'runs.db')
  for (let kill = 0; kill < KILLS; kill += 1) {
    const run = runId(`run_kill${kill}`)
    const acknowledged = await killAfter(file, run, 40 + ((kill * 97) % 400))
    const opened = openRunStore(file)
    if (!opened.ok) throw new Error(opened.error.message)
    const store = opened.value
    const seqs = (await store.read(run, -1, 1_000_000)).map((event) => event.seq)
    expect(seqs).toEqual(seqs.map((_, index) => index))
    expect(seqs.length).toBeGreaterThan(acknowledged)
    expect(ENDS).toContain((seqs.length - 1) % 10)
    expect(await store.find(run)).toMatchObject({ status: 'open', lastSeq: seqs.length - 1 })
    expect(await store.orphans()).toContain(run)
    const { epoch, events } = await store.own(run)
    expect(events).toHaveLength(seqs.length)
    expect(epoch).toBe(2)
    store.close()
  }
})

test('[M5] of writers on one file each keeps what it was told, and one whose run is taken over is fenced off', async () => {
  const file = join(root, 'shared.db')
  const runs = ['run_a', 'run_b', 'run_c'].map(runId)
  const opened = openRunStore(file)
  if (!opened.ok) throw new Error(opened.error.message)
  const store = opened.value
  const kept = Promise.all(runs.slice(1).map((run) => killAfter(file, run, 300)))
  const fenced = killAfter(file, 'run_a', 1_000_000).catch(String)
  while (((await store.find(runId('run_a')))?.lastSeq ?? -1) < 60) await setTimeout(5)
  const { epoch, events } = await store.own(runId('run_a'))
  expect(await fenced).toContain('run_a is owned with epoch 2, not 1')
  await store.commit(runId('run_a'), epoch, {
    events: [finishedEvent(runId('run_a'), events.length)],
    chunks: [],
    boxes: [],
  })
  const acknowledged = [events.length, ...(await kept)]
  for (const [index, run] of runs.entries()) {
    const seqs = (await store.read(run, -1, 1_000_000)).map((event) => event.seq)
    expect(seqs).toEqual(seqs.map((_, seq) => seq))
    expect(seqs.length).toBeGreaterThan(acknowledged[index] ?? Infinity)
  }
  expect(await store.find(runId('run_a'))).toMatchObject({ status: 'finished', lastSeq: events.length })
  store.close()
})
