// Which folders Home lists as recent: those that a person looked at or served, and none that a command read in passing.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listen } from './support/child-process.ts'
import { commandLines } from './support/command-lines.ts'
import { until } from './support/until.ts'

const lines = commandLines()

function recent(): readonly string[] {
  const file = join(lines.home, 'data/recent.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { roots: string[] }).roots : []
}

/** Runs a command that goes on until it is ended, up to the line that says it is there. */
async function passBy(args: readonly string[], cwd: string, ready: string): Promise<void> {
  const child = spawn(process.execPath, [lines.main, ...args], { cwd, env: lines.env(), stdio: 'pipe' })
  const said = listen(child)
  const ended = new Promise((done) => child.once('exit', done))
  await until(() => said.text.includes(ready))
  child.kill('SIGTERM')
  await ended
}

describe('the folders that Home lists as recent', () => {
  test.each([
    [['check', '.', '--load']],
    [['check', 'registries/greeter.hocon']],
    [['fmt', '.', '--check']],
    [['graph', 'registries/greeter.hocon']],
    [['chat', 'greeter', '--message', 'Please greet Ada.']],
    [['call', 'greeter/Guestbook', 'guest=Ada']],
    [['call', '--list']],
    [['test']],
    [['export', 'tool', 'Guestbook', '-']],
    [['new', 'tool', 'wave', '--network', 'greeter']],
    [['import', 'basic']],
  ])('slyglass %j adds none', async (args) => {
    const said = await lines.runHere(args)
    expect(said).toMatchObject({ code: 0 })
    expect(recent()).toEqual([])
  })

  test('one that is opened in the studio or served is among them, the last one first', async () => {
    const served = join(lines.home, 'served')
    cpSync(lines.project, served, { recursive: true })
    await passBy(['open', '.', '--no-open', '--port', '0'], lines.project, 'Slyglass is ready')
    expect(recent()).toEqual([lines.project])
    await passBy(['serve', '--port', '0'], served, 'The service is ready')
    expect(recent()).toEqual([served, lines.project])
    await lines.runHere(['chat', 'greeter', '--message', 'Please greet Ada.'])
    expect(recent()).toEqual([served, lines.project])
  })
})
