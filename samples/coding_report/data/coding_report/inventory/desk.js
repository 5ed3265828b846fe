import { price } from './prices.js'
import { count, take } from './stock.js'

export function sell(item, pieces) {
  if (count(item) < pieces) return 'sold out'
  take(item, pieces)
  return `${pieces * price(item)} EUR`
}
