/**
 * True when the text of an entry puts a field's value together from other values (`${…}`): replacing it by one
 * written text would lose them, so such a field is edited in the source.
 */
export function isPutTogether(entryText: string, key: string): boolean {
  const assigned = new RegExp(`\\b${key}"?\\s*(?:\\+?=|:)\\s*`, 'g')
  for (const match of entryText.matchAll(assigned)) {
    const value = entryText.slice(match.index + match[0].length)
    if (/^(?:"""[\s\S]*?"""+|"(?:[^"\\\n]|\\.)*"|[^"\n$])*\$\{/.test(value)) return true
  }
  return false
}
