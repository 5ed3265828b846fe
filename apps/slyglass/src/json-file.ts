import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { stampOf, UnchangedFiles } from './unchanged-files.ts'

/** A small file of the user's data folder. A missing or unreadable one counts as `initial`; writes replace it whole, one at a time. */
export interface JsonFile<T> {
  read(): Promise<T>
  change(next: (present: T) => T): Promise<void>
}

export function createJsonFile<T>(file: string, schema: z.ZodType<T>, initial: T): JsonFile<T> {
  let last: Promise<unknown> = Promise.resolve()
  const known = new UnchangedFiles<T>(1)
  const parse = async (): Promise<T> => {
    try {
      const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')))
      return parsed.success ? parsed.data : initial
    } catch {
      return initial
    }
  }
  const read = async (): Promise<T> => {
    const before = known.find(file, () => stampOf(file))
    if (before !== undefined) return before
    const stamp = stampOf(file)
    const value = await parse()
    known.keep(file, stamp, value)
    return value
  }
  const write = async (value: T): Promise<void> => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${randomUUID()}.tmp`
    await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, file)
  }
  return {
    read,
    change(next) {
      const changed = last.then(async () => write(next(await read())))
      last = changed.catch(() => undefined)
      return changed
    },
  }
}
