// Prints the size of the code and fails on the hard limits: file 400 lines, function 70 (React component 120),
// no `any`, no non-null `!`, no ts-ignore, every export of the contract packages documented. Tests are exempt.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from './check-imports.mjs'

const HARD = { file: 400, function: 70, component: 120 }
const DOCUMENTED = ['packages/base/', 'packages/tools/', 'packages/protocol/', 'packages/run-log/']
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function walk(node, visit, parent) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit, parent)
    return
  }
  if (typeof node.type === 'string') visit(node, parent)
  for (const [key, child] of Object.entries(node))
    if (key !== 'parent') walk(child, visit, typeof node.type === 'string' ? node : parent)
}

function lineIndex(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

const nameOf = (node, parent) => node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'anonymous'

/** Measures of one source text: lines, function lengths, and breaches of the hard limits. */
export function measureFile(file, text) {
  const { program, comments } = parseSync(file, text)
  const lineOf = lineIndex(text)
  const functions = []
  const breaches = []
  let casts = 0
  walk(program, (node, parent) => {
    if (FUNCTIONS.has(node.type) && node.body?.type === 'BlockStatement') {
      const lines = lineOf(node.end) - lineOf(node.start) + 1
      const name = nameOf(node, parent)
      functions.push(lines)
      const limit = file.endsWith('.tsx') && /^[A-Z]/.test(name) ? HARD.component : HARD.function
      if (lines > limit)
        breaches.push(`function ${name} has ${lines} lines (limit ${limit}), line ${lineOf(node.start)}`)
    }
    if (node.type === 'TSAnyKeyword') breaches.push(`any, line ${lineOf(node.start)}`)
    if (node.type === 'TSNonNullExpression') breaches.push(`non-null !, line ${lineOf(node.start)}`)
    if (
      node.type === 'TSAsExpression' &&
      !/^const$/.test(text.slice(node.typeAnnotation.start, node.typeAnnotation.end))
    )
      casts += 1
  })
  const lines = text.split('\n').length
  if (lines > HARD.file) breaches.push(`file has ${lines} lines (limit ${HARD.file})`)
  if (comments.some((comment) => /@ts-(ignore|nocheck)/.test(comment.value))) breaches.push('ts-ignore')
  if (DOCUMENTED.some((folder) => file.startsWith(folder)))
    breaches.push(...undocumented(program, comments, text, lineOf))
  return { lines, functions, casts, breaches }
}

function undocumented(program, comments, text, lineOf) {
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) return []
    const documented = comments.some(
      (comment) =>
        comment.type === 'Block' &&
        comment.value.startsWith('*') &&
        comment.end <= node.start &&
        text.slice(comment.end, node.start).trim() === '',
    )
    return documented ? [] : [`undocumented export, line ${lineOf(node.start)}`]
  })
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function summary(label, values) {
  const sorted = [...values].sort((a, b) => a - b)
  return `${label}: median ${percentile(sorted, 0.5)}, p90 ${percentile(sorted, 0.9)}, max ${sorted.at(-1) ?? 0}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))
  const paths = ['packages', 'apps'].flatMap((top) => sourceFiles(join(root, top)))
  const files = paths.filter((path) => !/\.test\.tsx?$|\/test\//.test(path))
  const testLines = paths
    .filter((path) => !files.includes(path))
    .reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length, 0)
  const measured = files.map((path) => ({
    file: relative(root, path),
    ...measureFile(relative(root, path), readFileSync(path, 'utf8')),
  }))
  const lines = measured.reduce((sum, entry) => sum + entry.lines, 0)
  console.log(
    summary(
      'file lines (budget median 120, p90 300)',
      measured.map((entry) => entry.lines),
    ),
  )
  console.log(
    summary(
      'function lines (budget p90 35)',
      measured.flatMap((entry) => entry.functions),
    ),
  )
  console.log(
    `${files.length} files, ${lines} source lines, ${testLines} test lines, ${measured.reduce((sum, entry) => sum + entry.casts, 0)} casts`,
  )
  const breaches = measured.flatMap((entry) => entry.breaches.map((breach) => `${entry.file}: ${breach}`))
  for (const breach of breaches) console.error(breach)
  console.log(`budgets: ${breaches.length === 0 ? 'kept' : `${breaches.length} breaches`}`)
  process.exit(breaches.length === 0 ? 0 : 1)
}
