// Names under which a model calls tools of MCP servers. Two tools never share one: where cleaning makes two names alike, the
// cleaned one gets a mark of the name that its server knows, so that it is the same in every run.

/** As long as every provider takes. */
const LONGEST = 64

/** Letters, digits, `_` and `-` are what providers take. */
export function safeName(name: string): string {
  return name.replaceAll('/', '__').replace(/[^A-Za-z0-9_-]/g, '_')
}

export function markedName(name: string): string {
  const mark = `_${markOf(name)}`
  return `${safeName(name).slice(0, LONGEST - mark.length)}${mark}`
}

/** Names for all tools of one server, in its order. A tool that is called as the server knows it keeps its name. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const safe = names.map(safeName)
  return names.map((name, at) => {
    const isAlone = safe.every((other, index) => other !== safe[at] || names[index] === name)
    return isAlone || safe[at] === name ? safeName(name) : markedName(name)
  })
}

/** FNV-1a over the name's units, in base 36: short, and the same on every machine. */
function markOf(name: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, '0')
}
