// A database inside of the tool's process: tables in memory, and of the language of databases as much as a shop needs.
import { readFile } from 'node:fs/promises'

type Value = string | number
type Row = Readonly<Record<string, Value>>

const QUERY = /^\s*select\s+(.+?)\s+from\s+(\w+)(?:\s+where\s+(\w+)\s*=\s*\?)?\s*$/i

/** What is open on the board: a living object, which never leaves this process. `close` is called when the run is over. */
export class Database {
  readonly #tables: ReadonlyMap<string, readonly Row[]>
  #isOpen = true

  constructor(tables: ReadonlyMap<string, readonly Row[]>) {
    this.#tables = tables
  }

  /** Rows with the wanted columns. @throws Error that says what the query got wrong. */
  query(sql: string, params: readonly Value[]): readonly Row[] {
    if (!this.#isOpen) throw new Error('the database is closed')
    const [, wanted = '', name = '', condition] = QUERY.exec(sql) ?? []
    const rows = this.#tables.get(name)
    if (wanted === '') throw new Error('this is no query: select COLUMNS from TABLE [where COLUMN = ?]')
    if (rows === undefined) throw new Error(`no such table: ${name}`)
    if (params.length !== (condition === undefined ? 0 : 1)) throw new Error('there is not one value for each question mark')
    const columns = wanted === '*' ? Object.keys(rows[0] ?? {}) : wanted.split(',').map((column) => column.trim())
    const unknown = [...columns, ...(condition === undefined ? [] : [condition])].find((column) => !(column in (rows[0] ?? {})))
    if (unknown !== undefined) throw new Error(`no such column: ${unknown}`)
    // Values stand beside the query and are compared, never put into its text.
    const found = condition === undefined ? rows : rows.filter((row) => String(row[condition]) === String(params[0]))
    return found.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])))
  }

  close(): void {
    this.#isOpen = false
  }
}

/** The run's database: the one on the board, or a new one that is put there. */
export async function openDatabase(slyData: Record<string, unknown>): Promise<Database> {
  const known = slyData.database
  if (known instanceof Database) return known
  const orders: readonly Row[] = JSON.parse(await readFile('data/file_db_api/orders.json', 'utf8'))
  const opened = new Database(new Map([['orders', orders]]))
  slyData.database = opened
  return opened
}
