// A tool as one file that can be handed on: what its entry says, its source with its tests and samples, all as texts.
import {
  err,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  ok,
  parseJson,
  printJson,
  type Result,
} from '@slyglass/base'

/** Paths are relative to the folder of the tool; `file` is the one that holds the class. */
export interface SharedTool {
  readonly name: string
  readonly className: string
  readonly file: string
  /** The entry without name and class. */
  readonly entry: JsonObject
  readonly files: ReadonlyMap<string, string>
}

const KIND = 'slyglass tool'
const VERSION = 1
const MOST_BYTES = 5_000_000
const MOST_FILES = 200

export function printSharedTool({ name, className, file, entry, files }: SharedTool): string {
  const document = new Map<string, Json>([
    ['kind', KIND],
    ['version', new JsonNumber(String(VERSION))],
    ['name', name],
    ['class', className],
    ['file', file],
    ['entry', entry],
    ['files', new Map(files)],
  ])
  return `${printJson(document, 'indented')}\n`
}

/** Reads such a file. Nothing in it is run, and no path in it leads out of a folder. */
export function readSharedTool(text: string): Result<SharedTool, string> {
  if (text.length > MOST_BYTES) return err('it is larger than 5 MB')
  const parsed = parseJson(text)
  if (!parsed.ok) return err(`it is no JSON: ${parsed.error.message}`)
  const json = parsed.value
  if (!isJsonObject(json) || json.get('kind') !== KIND) return err('it is no tool that was exported')
  const version = json.get('version')
  if (!(version instanceof JsonNumber) || version.toNumber() !== VERSION)
    return err('it was written by another version of this program')
  const [name, className, file] = ['name', 'class', 'file'].map((key) => json.get(key))
  const [entry, files] = [json.get('entry'), json.get('files')]
  if (typeof name !== 'string' || typeof className !== 'string' || typeof file !== 'string')
    return err('its name, class or file is missing')
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) return err(`${JSON.stringify(name)} is no name of a tool`)
  if (!isJsonObject(entry) || !isJsonObject(files)) return err('its entry or its files are missing')
  const texts = readFiles(files)
  if (!texts.ok) return texts
  if (!texts.value.has(file)) return err(`the file of its class, ${file}, is missing`)
  return ok({ name, className, file, entry, files: texts.value })
}

function readFiles(files: JsonObject): Result<ReadonlyMap<string, string>, string> {
  if (files.size > MOST_FILES) return err(`it holds more than ${MOST_FILES} files`)
  const texts = new Map<string, string>()
  for (const [path, text] of files) {
    if (!isPlainPath(path)) return err(`${JSON.stringify(path)} is no path of a tool's file`)
    if (typeof text !== 'string') return err(`${path} is no text`)
    texts.set(path, text)
  }
  return ok(texts)
}

/** Goes down only; nothing hidden, nothing absolute. */
function isPlainPath(path: string): boolean {
  return path.length < 500 && path.split('/').every((part) => /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(part))
}
