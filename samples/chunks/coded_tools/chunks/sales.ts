/** One sale. */
export interface Sale {
  readonly item: string
  readonly cents: number
}

const ITEMS = ['teapot', 'kite', 'music box'] as const

/** The sales, one after the other, as a cursor of a database gives them: at no time is there a list of all. */
export function* readSales(rows: number): Generator<Sale> {
  for (let row = 0; row < rows; row += 1)
    yield { item: ITEMS[row % ITEMS.length] ?? '', cents: 100 + (row % 50) }
}
