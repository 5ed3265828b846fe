export function price(item) {
  if (item === 'teapot') return 42
  if (item === 'kite') return 18
  // TODO: the music box
  return undefined
}
