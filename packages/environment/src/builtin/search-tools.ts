// Finding files by their path and by what they hold.
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Result } from '@slyglass/base'
import { type BuiltInCall, type BuiltInEnd, done, failed, textArg } from './built-in-tool.ts'
import { fileFailure } from './file-tools.ts'
import { createGlob } from './glob-pattern.ts'
import { type GrepMode, grepFiles } from './grep-files.ts'
import type { PathRefusal } from './path-guard.ts'

const MOST_FOUND = 200
const MOST_MATCHES = 250
const LONGEST_PATTERN = 1000

export async function fileGlob(call: BuiltInCall): Promise<BuiltInEnd> {
  const pattern = textArg(call.args, 'pattern')
  if (pattern === undefined || pattern.length > LONGEST_PATTERN)
    return failed('pattern must be a short text', 'validation')
  const away = leadsAway(pattern)
  if (away !== undefined) return away
  return inFolder(call, async (folder) => {
    const files = await guardedFiles(call, folder, pattern)
    const changed = async (path: string) => (await call.place.files.facts(path))?.changed ?? 0
    const dated = await Promise.all(files.map(async (path) => ({ path, at: await changed(path) })))
    const newest = dated.sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1)).slice(0, MOST_FOUND)
    const lines = newest.map(({ path }) => shown(call, path))
    if (files.length > MOST_FOUND) lines.push(`[${files.length - MOST_FOUND} more files are left out]`)
    return done(lines.length === 0 ? 'No files found' : lines.join('\n'))
  })
}

export async function fileGrep(call: BuiltInCall): Promise<BuiltInEnd> {
  const pattern = textArg(call.args, 'pattern')
  if (pattern === undefined || pattern === '') return failed('pattern must be a text', 'validation')
  const glob = textArg(call.args, 'glob') ?? '**'
  if (glob.length > LONGEST_PATTERN) return failed('glob must be a short text', 'validation')
  const away = leadsAway(glob)
  if (away !== undefined) return away
  const mode = textArg(call.args, 'output_mode') ?? 'files_with_matches'
  if (!isMode(mode)) return failed('output_mode is files_with_matches, content or count', 'validation')
  return inFolder(call, async (folder) => {
    const files = await guardedFiles(call, folder, glob)
    const { text } = call.place.files
    const texts = text === undefined ? undefined : Object.fromEntries(files.map((path) => [path, text(path)]))
    const found = await grepFiles({ files, texts, pattern, mode, most: MOST_MATCHES, signal: call.signal })
    if (!found.ok) return failed(found.error, 'validation')
    const lines = found.value.map(({ path, rest }) => `${shown(call, path)}${rest}`)
    return done(lines.length === 0 ? 'No matches found' : lines.join('\n'))
  })
}

/** A pattern fits names below its folder. One that means others would find nothing, which reads as if nothing were there. */
function leadsAway(pattern: string): BuiltInEnd | undefined {
  if (pattern.split(/[\\/{},]/).includes('..')) return failed('Path traversal not allowed', 'permission')
  if (!isAbsolute(pattern)) return undefined
  return failed('A pattern fits names below path: name the folder in path, and begin the pattern there', 'validation')
}

const isMode = (mode: string): mode is GrepMode => ['files_with_matches', 'content', 'count'].includes(mode)

async function inFolder(call: BuiltInCall, work: (folder: string) => Promise<BuiltInEnd>): Promise<BuiltInEnd> {
  const named = textArg(call.args, 'path') ?? '.'
  const folder = await call.place.files.guard(call.place.workspace, named)
  if (!folder.ok) return failed(folder.error.message, 'permission')
  try {
    return await work(folder.value)
  } catch (error) {
    if (call.signal.aborted) throw error
    return fileFailure(error, named)
  }
}

/** Files that fit, each looked at once more: a link among them may lead out. */
async function guardedFiles(call: BuiltInCall, folder: string, glob: string): Promise<readonly string[]> {
  const { files } = call.place
  const facts = await files.facts(folder)
  if (facts === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
  const listed = facts.isFile ? [folder] : await files.list(folder, call.signal)
  const fits = createGlob(glob)
  const fitting = facts.isFile ? listed : listed.filter((path) => fits(slashed(relative(folder, path))))
  const real = await Promise.all(fitting.map((path) => existing(call, path)))
  return [...new Set(real.filter((path) => path !== undefined))]
}

async function existing({ place }: BuiltInCall, path: string): Promise<string | undefined> {
  const guarded: Result<string, PathRefusal> = await place.files.guard(place.workspace, path)
  if (!guarded.ok) return undefined
  const facts = await place.files.facts(guarded.value)
  return facts?.isFile === true ? guarded.value : undefined
}

const slashed = (path: string): string => path.split(sep).join('/')
const shown = ({ place }: BuiltInCall, path: string): string => slashed(relative(place.workspace, join(path)))
