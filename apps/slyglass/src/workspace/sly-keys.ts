import { classText, type Language } from './class-text.ts'

/**
 * Sly keys that the class of a tool names in its source, in order of first use. The text is read, not run: keys that are
 * computed are not found.
 */
export function findSlyKeys(source: string, className: string, language: Language): readonly string[] {
  const text = classText(source, className.slice(className.lastIndexOf('.') + 1), language)
  const keys = [...text.matchAll(KEY)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return [...new Set(keys.filter((key) => key !== ''))]
}

// sly_data["key"] · sly_data.get("key", …) · "key" in sly_data · slyData.key
const KEY =
  /\b(?:sly_data|slyData)(?:\s*\[|\.(?:get|pop|setdefault)\s*\()\s*["'`]([^"'`\n]{1,200})["'`]|["']([^"'\n]{1,200})["']\s+(?:not\s+)?in\s+(?:sly_data|slyData)\b|\bslyData\.([A-Za-z_$][\w$]*)(?![\w$]|\s*\()/g
