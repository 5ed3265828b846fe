import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cpuBetween, figuresOf } from '../bench/serving/figures.ts'
import { endChild } from './support/child-process.ts'

const SHELL = 'sleep 60 & echo $!; wait'

test.skipIf(!existsSync('/proc/self/stat'))(
  'CPU of a process and its children is told between two readings, unless one of them has ended in between',
  async () => {
    const parent = spawn('/bin/sh', ['-c', SHELL], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [said] = await once(parent.stdout, 'data')
      const before = figuresOf(parent.pid ?? 0)
      const still = figuresOf(parent.pid ?? 0)
      process.kill(Number(String(said)))
      await once(parent, 'exit')
      const after = figuresOf(parent.pid ?? 0)
      if (before === undefined || still === undefined || after === undefined) throw new Error('nothing is read')
      expect(before.processes).toHaveLength(2)
      expect(cpuBetween(before, still)).toBeGreaterThanOrEqual(0)
      expect(cpuBetween(before, after)).toBeUndefined()
    } finally {
      await endChild(parent)
    }
  },
)
