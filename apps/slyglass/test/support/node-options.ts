import { readFileSync } from 'node:fs'

/** The options of Node that the first line of a built program names: an installed command is run with them. */
export function nodeOptions(main: string): readonly string[] {
  const [first = ''] = readFileSync(main, 'utf8').split('\n', 1)
  const [, options = ''] = /^#!\S+ -S node (.+)$/.exec(first) ?? []
  return options.split(' ').filter((option) => option !== '')
}
