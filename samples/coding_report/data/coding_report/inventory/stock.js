// What lies in the shop.
const stock = new Map([
  ['teapot', 3],
  ['kite', 11],
])

export function take(item, pieces) {
  const left = (stock.get(item) ?? 0) - pieces
  if (left < 0) throw new Error(`not enough of ${item}`)
  stock.set(item, left)
  return left
}

export function count(item) {
  return stock.get(item) ?? 0
}
