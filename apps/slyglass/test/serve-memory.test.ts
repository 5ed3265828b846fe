// Memory of a service that chats and chats. `npm run soak -- serve` takes 10,000 chats.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DESKS, putDesks } from '../bench/serving/desks.ts'
import { figuresOf } from '../bench/serving/figures.ts'
import { drive } from '../bench/serving/load.ts'
import { type Server, startModel, startSlyglass } from '../bench/serving/servers.ts'
import { newFolder, removeFolder } from './support/folders.ts'

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 120_000 })

const CHATS = process.env.SLYGLASS_SOAK === '1' ? 10_000 : 200
const ROUNDS = 10
/** What a garbage collector may leave lying about. */
const LOOSE_MB = 80

const home = newFolder()
let model: Server
let service: Server
beforeAll(async () => {
  mkdirSync(home, { recursive: true })
  model = await startModel()
  service = await startSlyglass(putDesks(join(home, 'desks')), home, model.port)
})
afterAll(async () => {
  await service?.stop()
  await model?.stop()
  removeFolder(home)
})

test(`memory stays flat over ${CHATS.toLocaleString('en')} chats`, async () => {
  const memory: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Every kind of desk has a share of each round, so that rounds can be compared.
    for (const { name } of DESKS) await drive(service.port, name, 8, CHATS / ROUNDS / DESKS.length)
    memory.push(figuresOf(service.pid)?.memoryMb ?? 0)
  }
  const report = join(import.meta.dirname, '../../../test-results')
  mkdirSync(report, { recursive: true })
  const told = memory.map((one) => `${one.toFixed(0)} MB`).join(', ')
  writeFileSync(join(report, 'serve-memory.txt'), `${CHATS} chats: ${told}\n`)
  // The first rounds fill caches and pools.
  const [early, late] = [Math.max(...memory.slice(2, 5)), Math.max(...memory.slice(-3))]
  expect(late, told).toBeLessThan(early * 1.1 + LOOSE_MB)
})
