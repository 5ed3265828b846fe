import { realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { CommandEntry, CommandIo } from './command.ts'
import { endWrongUse } from './reading/fault.ts'
import { folderComplaint } from './reading/paths.ts'

const MOST_SHOWN = 6
const MOST_LETTERS = 300

/** `slyglass verify DIR`: recordings of a neuro-san server, played against this program. */
export const verifyCommand: CommandEntry = {
  add(program, io) {
    program
      .command('verify')
      .argument('<dir>', 'folder with recordings, or one recording')
      .description('play recordings of a neuro-san server against this program; their tools run with your rights')
      .action((dir: string) => verify(dir, io))
  },
}

async function verify(dir: string, io: CommandIo): Promise<void> {
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
  const { verifyRecording } = await import('../verify/verify-recording.ts')
  const { findPeerPython } = await import('../verify/peer-python.ts')
  const { hostAssets } = await import('../server/start-server.ts')
  const python = await findPeerPython(io.env)
  if (python === undefined)
    return endWrongUse(io, 'No Python was found. Recordings bring tools in Python: set PEER_PYTHON.')
  for (const name of python.lacks)
    io.out(
      `${python.command} has no package ${name}: what imports it cannot be played. Set PEER_PYTHON, or run: npm run clients`,
    )
  const options = {
    ...{ kit, hosts: hostAssets(join(io.dist, 'hosts')), shell: io.env },
    ...{ python: python.command, slyglass: [process.execPath, join(io.dist, 'main.js')] },
  }
  const counts = { passed: 0, failed: 0, 'on purpose': 0 }
  for (const recording of recordings) {
    const name = relative(root, recording) || recording
    try {
      const verdict = await verifyRecording(recording, options)
      if (verdict.kind === 'equal') counts.passed += 1
      if (verdict.kind === 'on purpose') {
        counts['on purpose'] += 1
        for (const reason of verdict.reasons) io.out(`${name}: differs on purpose: ${reason}`)
      }
      if (verdict.kind === 'differs') {
        counts.failed += 1
        showDifferences(name, verdict.differences, io)
      }
    } catch (fault) {
      counts.failed += 1
      io.out(`${name}: could not be played: ${fault instanceof Error ? fault.message : String(fault)}`)
    }
  }
  if (counts['on purpose'] > 0) io.out(`${counts['on purpose']} differ on purpose`)
  io.out(`${counts.passed} passed, ${counts.failed} failed`)
  io.exit(counts.failed === 0 ? 0 : 1)
}

interface Shown {
  readonly at: string
  readonly recorded: unknown
  readonly own: unknown
}

function showDifferences(name: string, differences: readonly Shown[], io: CommandIo): void {
  io.out(`${name}:`)
  for (const { at, recorded, own } of differences.slice(0, MOST_SHOWN)) {
    io.out(`  ${at}`)
    io.out(`  - ${shorten(recorded)}`)
    io.out(`  + ${shorten(own)}`)
  }
  if (differences.length > MOST_SHOWN) io.out(`  and ${differences.length - MOST_SHOWN} more`)
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text
}
