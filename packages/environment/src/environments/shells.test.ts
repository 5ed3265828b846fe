import type { EnvironmentProgram } from '@slyglass/tools/define'
import { expect, test } from 'vitest'
import { Shell } from './shells.ts'

/** A program that says each piece when it is asked to go on. */
function program() {
  const pieces: Uint8Array[] = []
  let wake = () => {}
  let end: (code: number) => void = () => {}
  const exited = new Promise<number>((resolve) => {
    end = resolve
  })
  async function* stdout(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = pieces.shift()
      if (piece !== undefined) yield piece
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  async function* stderr(): AsyncGenerator<Uint8Array> {}
  const shown = { stdout: stdout(), stderr: stderr(), wait: () => exited, signal: () => {}, isRunning: () => true }
  return {
    program: shown as unknown as EnvironmentProgram,
    end: (code: number) => end(code),
    async says(bytes: Uint8Array) {
      pieces.push(bytes)
      wake()
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

test('[B-47] what a command says is taken once, whole characters alone, and what was left out is told as it grows', async () => {
  const { program: shown, says, end } = program()
  const shell = new Shell(shown, 10, () => {})
  const umlaut = Buffer.from('ä')
  await says(Buffer.concat([Buffer.from('abc'), umlaut.subarray(0, 1)]))
  expect(shell.takeOutput()).toBe('abc')
  await says(umlaut.subarray(1))
  expect(shell.takeOutput()).toBe('ä')
  expect(shell.takeOutput()).toBe('')
  await says(Buffer.from('12345678'))
  expect(shell.takeOutput()).toBe('12345\n[3 bytes more were left out]')
  await says(Buffer.from('x'.repeat(2_000)))
  expect(shell.takeOutput()).toBe('\n[2,000 bytes more were left out]')
  end(3)
  expect(await shell.ended).toBe(3)
  expect(shell.takeOutput()).toBe('')
  expect(shell.output).toBe('abcä12345\n[2,003 bytes more were left out]')
})
