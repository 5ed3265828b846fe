import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { destination, type Logger, pino } from 'pino'
import type { Redactor } from './redact.ts'

const MAX_BYTES = 10_000_000

/** The server's log file. Every line passes the redactor whole, whoever wrote it. */
export function openServerLog(file: string, redactor: Redactor): Logger {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  setAsideLarge(file)
  const sink = destination({ dest: file, sync: true, mode: 0o600 })
  return pino({ base: null }, { write: (line: string) => sink.write(redactor.redact(line)) })
}

/** One older file is kept. */
function setAsideLarge(file: string): void {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > MAX_BYTES) renameSync(file, `${file}.1`)
}
