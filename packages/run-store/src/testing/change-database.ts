import Database from 'libsql'

/** Changes a run database behind the journal's back, as damage or another program would. The store must be closed. */
export function changeDatabase(file: string, sql: string, ...values: readonly string[]): void {
  const database = new Database(file)
  try {
    database.prepare(sql).run(...values)
  } finally {
    database.close()
  }
}
