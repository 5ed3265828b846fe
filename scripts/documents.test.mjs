import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const SKIP = /^\.|^(?:node_modules|dist|fixtures|test-results|playwright-report)$/

function pagesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((found) => {
    const path = join(folder, found.name)
    if (found.isDirectory()) return SKIP.test(found.name) ? [] : pagesIn(path)
    return found.name.endsWith('.md') ? [relative(root, path)] : []
  })
}

/** A link, or a path from the root between backticks; one with a wildcard stands for others, and a build makes what is in `dist`. */
const NAMED = /\]\((?!\w+:)([^)#\s]+)|`((?:apps|docs|e2e|fixtures|packages|samples|scripts)\/[^`\s]+)`/g

function missing(page) {
  const folder = dirname(page)
  return [...readFileSync(join(root, page), 'utf8').matchAll(NAMED)].flatMap(([, link, path]) => {
    const named = link ?? path
    if (/[*<>{}]|(?:^|\/)dist(?:\/|$)/.test(named)) return []
    const places = link === undefined ? [named, join(folder, named)] : [join(folder, named)]
    return places.some((place) => existsSync(join(root, place))) ? [] : [named]
  })
}

describe('documents', () => {
  test.each(pagesIn(root))('%s names files that exist', (page) => expect(missing(page)).toEqual([]))

  test('the list of decisions has each of them', () => {
    const list = readFileSync(join(root, 'docs/adr/README.md'), 'utf8')
    const decisions = readdirSync(join(root, 'docs/adr')).filter((file) => /^\d/.test(file))
    expect(decisions.filter((file) => !list.includes(`(${file})`))).toEqual([])
  })
})
