// Object literals that begin with a spread and add to it, as `{ ...call, values }`, cost V8 new hidden classes each time: a
// microsecond, and work for the collector of garbage. Behind a spread of nothing the same literal is made as any other, several
// times as fast. Sources stay as they are; the built program has the nothing. It means the same: a spread of nothing adds nothing.
import { readFile } from 'node:fs/promises'
import { parseSync } from 'oxc-parser'

const NOTHING = '...undefined, '

/** The same code, in which no object literal with more than a spread begins with one. */
export function quickenSpreads(path, text) {
  if (!/\{\s*\.\.\./.test(text)) return text
  const { program, errors } = parseSync(path, text)
  // The compiler says it better.
  if (errors.length > 0) return text
  let [quick, from] = ['', 0]
  for (const place of findPlaces(program).sort((a, b) => a - b)) {
    quick += text.slice(from, place) + NOTHING
    from = place
  }
  return quick + text.slice(from)
}

function findPlaces(node, found = []) {
  if (Array.isArray(node)) for (const part of node) findPlaces(part, found)
  else if (node !== null && typeof node === 'object') {
    const [first, second] = node.type === 'ObjectExpression' ? node.properties : []
    if (first?.type === 'SpreadElement' && second !== undefined) found.push(first.start)
    for (const part of Object.values(node)) if (typeof part === 'object') findPlaces(part, found)
  }
  return found
}

/** For esbuild: the project's own sources. */
export const quickSpreads = {
  name: 'quick-spreads',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: quickenSpreads(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}
