/** Puts what comes one by one into lists of some length. The next one is not asked for before the last list was used. */
export async function* inChunks<T>(source: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let chunk: T[] = []
  for await (const one of source) {
    chunk.push(one)
    if (chunk.length < size) continue
    yield chunk
    // A new list, so that nobody who kept the old one sees it change.
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
