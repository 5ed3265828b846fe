// Children that give back what they are sent, and nothing else: what any call over a pipe costs.
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** One message there and back. */
export interface Echo {
  send(text: string): Promise<unknown>
  close(): void
}

const PYTHON = `import json, sys
for line in sys.stdin:
    message = json.loads(line)
    sys.stdout.write(json.dumps({"id": message["id"], "value": message["args"]}) + "\\n")
    sys.stdout.flush()
`
const NODE_MESSAGES = `process.on('message', ({ id, args }) => process.send({ id, value: args }))\n`
const NODE_THREAD = `import { Worker } from 'node:worker_threads'
const thread = new Worker(
  "const { parentPort } = require('node:worker_threads'); parentPort.on('message', ({ id, args }) => parentPort.postMessage({ id, value: args }))",
  { eval: true },
)
process.on('message', (message) => thread.postMessage(message))
thread.on('message', (message) => process.send(message))
`
const NODE_LINES = `import { createInterface } from 'node:readline'
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, args } = JSON.parse(line)
  process.stdout.write(JSON.stringify({ id, value: args }) + '\\n')
})
`

export function pythonLines(folder: string, python: string): Echo {
  return lines(spawn(python, [put(folder, 'echo.py', PYTHON)], { stdio: ['pipe', 'pipe', 'inherit'] }))
}

export function nodeLines(folder: string): Echo {
  return lines(spawn(process.execPath, [put(folder, 'lines.mjs', NODE_LINES)], { stdio: ['pipe', 'pipe', 'inherit'] }))
}

/** Node's own channel between processes. */
export function nodeMessages(folder: string): Echo {
  return messages(put(folder, 'messages.mjs', NODE_MESSAGES))
}

/** The same, handed on to a thread of the other process: tools run in one, so that a tool that loops can be stopped. */
export function nodeThread(folder: string): Echo {
  return messages(put(folder, 'thread.mjs', NODE_THREAD))
}

function messages(file: string): Echo {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let answer: (value: unknown) => void = () => undefined
  child.on('message', (message) => answer(message))
  let id = 0
  return {
    send: (args) =>
      new Promise((resolve) => {
        answer = resolve
        id += 1
        child.send({ id, args })
      }),
    close: () => void child.kill(),
  }
}

function lines(child: ChildProcess): Echo {
  if (child.stdin === null || child.stdout === null) throw new Error('the child has no pipes')
  const input = child.stdin
  let answer: (value: unknown) => void = () => undefined
  createInterface({ input: child.stdout }).on('line', (line) => answer(JSON.parse(line)))
  let id = 0
  return {
    send: (args) =>
      new Promise((resolve) => {
        answer = resolve
        id += 1
        input.write(`${JSON.stringify({ id, args })}\n`)
      }),
    close: () => void child.kill(),
  }
}

function put(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
