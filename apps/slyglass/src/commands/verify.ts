import { realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Reported } from '../cases/reported.ts'
import type { Excused } from '../verify/compare.ts'
import type { PlayOptions } from '../verify/play-recording.ts'
import type { CommandEntry, CommandIo } from './command.ts'
import { endWrongUse } from './reading/fault.ts'
import { folderComplaint } from './reading/paths.ts'

const MOST_SHOWN = 6
const MOST_EXCUSED = 2
const MOST_LETTERS = 300

/** `slyglass verify DIR`: recordings of a neuro-san server, played against this program. */
export const verifyCommand: CommandEntry = {
  add(program, io) {
    program
      .command('verify')
      .argument('<dir>', 'folder with recordings, or one recording')
      .description('play recordings of a neuro-san server against this program; their tools run with your rights')
      .option('--json', 'print the results as JSON, those that passed as well')
      .action((dir: string, options: { readonly json?: boolean }) => verify(dir, options.json === true, io))
  },
}

async function verify(dir: string, json: boolean, io: CommandIo): Promise<void> {
  const folder = resolve(io.cwd, dir)
  const complaint = await folderComplaint(folder, 'Give the folder that holds the recordings.', dir)
  if (complaint !== undefined) return endWrongUse(io, complaint)
  const { findKit, findRecordings } = await import('../verify/recording.ts')
  const root = await realpath(folder)
  const kit = await findKit(root)
  if (kit === undefined)
    return endWrongUse(
      io,
      'normalise.mjs and scripted-model.mjs must lie in this folder or above: they say what is equal.',
    )
  const recordings = await findRecordings(root)
  if (recordings.length === 0)
    return endWrongUse(io, `There is no recording in ${root}: none of its folders has a scenario.json.`)
  const { findPeerPython } = await import('../verify/peer-python.ts')
  const { hostAssets } = await import('../server/start-server.ts')
  const python = await findPeerPython(io.env)
  if (python === undefined)
    return endWrongUse(io, 'No Python was found. Recordings bring tools in Python: set PEER_PYTHON.')
  // Only the results belong in what is read as JSON.
  for (const name of python.lacks)
    io[json ? 'err' : 'out'](
      `${python.command} has no package ${name}: what imports it cannot be played. Set PEER_PYTHON, or run: npm run clients`,
    )
  const options = {
    ...{ kit, hosts: hostAssets(join(io.dist, 'hosts')), shell: io.env },
    ...{ python: python.command, slyglass: [process.execPath, join(io.dist, 'main.js')] },
  }
  const played: Played[] = []
  for (const recording of recordings) {
    const one = await playOne(relative(root, recording) || recording, recording, options)
    played.push(one)
    if (!json) sayPlayed(one, io)
  }
  const failed = played.filter(({ passed }) => !passed).length
  if (json) {
    const { printResults } = await import('../cases/reported.ts')
    io.out(printResults(played.map(({ differences: _, ...result }) => result)))
  } else sayCounts(played, failed, io)
  io.exit(failed === 0 ? 0 : 1)
}

/** A recording that was played. Where it differs on purpose it has passed; `onPurpose` says why, and `excused` what differs for it. */
interface Played extends Reported {
  readonly onPurpose?: readonly string[]
  readonly excused?: readonly Excused[]
  readonly differences: readonly Shown[]
}

async function playOne(name: string, recording: string, options: PlayOptions): Promise<Played> {
  const { verifyRecording } = await import('../verify/verify-recording.ts')
  const began = performance.now()
  const result = (faults: readonly string[], more: Partial<Played> = {}): Played => {
    const milliseconds = Math.round(performance.now() - began)
    return { name, passed: faults.length === 0, faults, milliseconds, differences: [], ...more }
  }
  try {
    const verdict = await verifyRecording(recording, options)
    if (verdict.kind === 'equal') return result([])
    if (verdict.kind === 'on purpose') return result([], onPurposeOf(verdict.excused))
    const { differences } = verdict
    return result(differences.map(inOneLine), { differences })
  } catch (fault) {
    return result([`could not be played: ${fault instanceof Error ? fault.message : String(fault)}`])
  }
}

function onPurposeOf(excused: readonly Excused[]): Partial<Played> {
  return { onPurpose: excused.map(({ reason }) => reason), excused }
}

function sayPlayed({ name, faults, excused = [], differences }: Played, io: CommandIo): void {
  for (const one of excused) {
    io.out(`${name}: differs on purpose: ${one.reason}`)
    showDifferences(one.differences, MOST_EXCUSED, io)
  }
  if (differences.length > 0) {
    io.out(`${name}:`)
    showDifferences(differences, MOST_SHOWN, io)
  } else for (const fault of faults) io.out(`${name}: ${fault}`)
}

function sayCounts(played: readonly Played[], failed: number, io: CommandIo): void {
  const onPurpose = played.filter((one) => one.onPurpose !== undefined).length
  if (onPurpose > 0) io.out(`${onPurpose} ${onPurpose === 1 ? 'differs' : 'differ'} on purpose`)
  io.out(`${played.length - failed - onPurpose} passed, ${failed} failed`)
}

interface Shown {
  readonly at: string
  readonly recorded: unknown
  readonly own: unknown
}

function showDifferences(differences: readonly Shown[], most: number, io: CommandIo): void {
  for (const { at, recorded, own } of differences.slice(0, most)) {
    io.out(`  ${at}`)
    io.out(`  - ${shorten(recorded)}`)
    io.out(`  + ${shorten(own)}`)
  }
  if (differences.length > most) io.out(`  and ${differences.length - most} more`)
}

const inOneLine = ({ at, recorded, own }: Shown): string => `${at}: recorded ${write(recorded)}, here ${write(own)}`

function shorten(value: unknown): string {
  const text = write(value)
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text
}

const write = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
