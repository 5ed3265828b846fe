import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { LOOPBACK } from './listen.ts'

const held = (port: number) =>
  new Promise<{ end(): void }>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, LOOPBACK, () => resolve({ end: () => void server.close() }))
  })

test('ports that are asked for at once are different ones, below those that systems hand out, and can be listened on', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(200)
  expect(Math.max(...ports)).toBeLessThan(30_000)
  for (const { end } of await Promise.all(ports.slice(0, 50).map(held))) end()
})
