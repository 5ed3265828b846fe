// The till of the gift desk. What a client was promised is private; the price that follows from it is not.

const PRICES: Record<string, number> = { teapot: 42, kite: 18, 'music box': 65 }

interface Board {
  customer_id?: string
  discount_percent?: number
  quote_no?: string
}

/** Quotes one price and notes the number of the quote on the board. */
export class PriceQuote {
  async asyncInvoke(args: { item: string }, slyData: Board): Promise<{ item: string; price: number; currency: string } | string> {
    console.debug('args: %o', args)
    const item = args.item.trim().toLowerCase()
    const listed = PRICES[item]
    if (listed === undefined) return `Error: the shop has no price for ${item}.`
    const price = listed * (1 - (slyData.discount_percent ?? 0) / 100)
    slyData.quote_no = `Q-${slyData.customer_id ?? 'guest'}-${item.length}${listed}`
    return { item, price: Math.round(price * 100) / 100, currency: 'EUR' }
  }
}
