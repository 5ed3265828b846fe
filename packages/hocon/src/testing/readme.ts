// The examples of README.md: programs whose lines say what they print, behind `// → `.
import { readFileSync } from 'node:fs'

export interface Example {
  /** The program as it stands there: JavaScript that is TypeScript, too. */
  readonly code: string
  readonly prints: readonly string[]
}

export const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

export const examples: readonly Example[] = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => ({
  code,
  prints: [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line = '']) => line),
}))
