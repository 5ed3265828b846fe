/** Sly keys that a tool's source names, in order of first use. Its text is read, not run: keys that are computed are not found. */
export function findSlyKeys(source: string): readonly string[] {
  const keys = [...source.matchAll(KEY)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return [...new Set(keys.filter((key) => key !== ''))]
}

// sly_data["key"] · sly_data.get("key", …) · "key" in sly_data · slyData.key
const KEY =
  /\b(?:sly_data|slyData)(?:\s*\[|\.(?:get|pop|setdefault)\s*\()\s*["'`]([^"'`\n]{1,200})["'`]|["']([^"'\n]{1,200})["']\s+(?:not\s+)?in\s+(?:sly_data|slyData)\b|\bslyData\.([A-Za-z_$][\w$]*)(?![\w$]|\s*\()/g
