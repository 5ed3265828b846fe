// Paths with `*` and `?`, which stand for anything within one name. No regular expression is made of them: opening a folder
// reads its includes, and one with many stars could take for ever.

/** Whether a path with `/` is one that the pattern means. */
export function fitsPattern(pattern: string, path: string): boolean {
  const [parts, names] = [pattern.split('/'), path.split('/')]
  return parts.length === names.length && parts.every((part, at) => fitsName(part, names[at] ?? ''))
}

/** When a letter does not fit, only the last star can still stand for more. */
function fitsName(pattern: string, name: string): boolean {
  let [sign, at] = [0, 0]
  let [star, from] = [-1, 0]
  while (at < name.length) {
    if (pattern[sign] === '*') {
      ;[star, from] = [sign, at]
      sign += 1
    } else if (pattern[sign] === '?' || pattern[sign] === name[at]) {
      sign += 1
      at += 1
    } else if (star >= 0) {
      from += 1
      ;[sign, at] = [star + 1, from]
    } else return false
  }
  return /^\**$/.test(pattern.slice(sign))
}

/** The documents that an include means: those of `docs` that its `*` and `?` match, sorted, or the one that it names. */
export function expandInclude(name: string, docs: readonly string[]): readonly string[] {
  if (!/[*?]/.test(name)) return [name]
  return docs.filter((doc) => fitsPattern(name, doc)).sort()
}
