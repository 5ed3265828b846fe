// Boxes and the wrapped keys that open them. Deleting a session's keys makes its boxes noise.
import type { Commit, RunStore } from '@slyglass/runtime'
import type Database from 'libsql'
import type { GroupWrites } from './group-writes.ts'

type WriteSealed = (boxes: Commit['boxes'], keys: Commit['keys']) => void

/** Writes inside of a transaction that is already open. */
export function createWriteSealed(database: Database.Database): WriteSealed {
  // Changes nothing where other keys are kept already.
  const keepKeys = database.prepare(
    `INSERT INTO keys (session, wrapped) VALUES (?, ?)
     ON CONFLICT (session) DO UPDATE SET wrapped = excluded.wrapped WHERE keys.wrapped = excluded.wrapped`,
  )
  const putBox = database.prepare(
    'INSERT INTO sealed (session, fingerprint, box) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET box = excluded.box',
  )
  return (boxes, keys) => {
    if (keys !== undefined && keepKeys.run([keys.session, keys.wrapped]).changes === 0)
      throw new Error(`session ${keys.session} is sealed under other keys`)
    for (const box of boxes) putBox.run([box.session, box.fingerprint, box.box])
  }
}

export function createSealed(
  database: Database.Database,
  writes: GroupWrites,
): Pick<RunStore, 'sealed' | 'seal' | 'forget'> {
  const write = createWriteSealed(database)
  const findKeys = database.prepare('SELECT wrapped FROM keys WHERE session = ?')
  const findBoxes = database.prepare('SELECT fingerprint, box FROM sealed WHERE session = ?')
  const deletions = ['keys', 'sealed'].map((table) => database.prepare(`DELETE FROM ${table} WHERE session = ?`))
  return {
    async sealed(session) {
      const [keys] = findKeys.all(session) as { wrapped: string }[]
      const rows = findBoxes.all(session) as { fingerprint: string; box: string }[]
      return { wrapped: keys?.wrapped, boxes: new Map(rows.map((row) => [row.fingerprint, row.box])) }
    },
    async seal(boxes, keys) {
      await writes.write(() => write(boxes, keys))
    },
    async forget(session) {
      // In its turn: what is still to be written of the session comes before it.
      await writes.write(() => {
        for (const deletion of deletions) deletion.run([session])
      }, 'soon')
    },
  }
}
