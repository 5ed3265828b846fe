// Enforces import-table.mjs over every source file. `node scripts/check-imports.mjs [ROOT]`; exit code 1 on a breach.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { DEBT, FORBIDDEN, PURE, TABLE } from './import-table.mjs'

const SKIP = new Set(['node_modules', 'dist', '.cache', 'fixtures', 'test-results', 'playwright-report'])
const NODE_ONLY = new Set(builtinModules)
/** An import whose name is only known at run time: for Node packages alone. */
const COMPUTED = '(computed)'

/** Every TypeScript file below a folder, as paths. */
export function sourceFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return SKIP.has(name) ? [] : sourceFiles(path)
    return /\.(ts|tsx)$/.test(name) && !/\.(d|config)\.ts$/.test(name) ? [path] : []
  })
}

/** Every module name that a source text asks for: static, dynamic and re-exported. */
export function importsOf(path, text) {
  const { module } = parseSync(path, text)
  const named = ({ moduleRequest: { start, end } }) => /^(['"`])(.*)\1$/s.exec(text.slice(start, end))?.[2] ?? COMPUTED
  const names = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap((part) => (part.moduleRequest ? [part.moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(named),
  ]
  return [...new Set(names)].map((name) => name.split('?')[0])
}

const isTest = (path) => /\.test\.tsx?$|\/test\/|\/testing\//.test(path)

function ruleFor(file) {
  return TABLE.filter((rule) => file === rule.folder || file.startsWith(`${rule.folder}/`)).sort(
    (a, b) => b.folder.length - a.folder.length,
  )[0]
}

const packageOf = (name) => (name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0])

function featureOf(file) {
  return /^apps\/web\/src\/features\/([^/]+)\//.exec(file)?.[1]
}

function relativeBreach(root, file, name) {
  const target = relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/')
  const home = /^(packages|apps)\/[^/]+|^e2e/.exec(file)?.[0]
  if (home !== undefined && !target.startsWith(`${home}/`) && target !== home)
    return `reaches out of ${home} by a relative path`
  const [own, other] = [featureOf(file), featureOf(`${target}/`)]
  if (own !== undefined && other !== undefined && own !== other) return `feature ${own} imports feature ${other}`
  const rule = FORBIDDEN.find((entry) => file.startsWith(`${entry.from}/`) && target.startsWith(entry.to))
  return rule === undefined ? undefined : `${rule.from} may not import ${rule.to}`
}

function breachOf(root, file, name) {
  if (name.startsWith('.')) return relativeBreach(root, file, name)
  const rule = ruleFor(file)
  if (rule === undefined) return 'lies in no folder of the import table'
  if (name === COMPUTED) return rule.node ? undefined : 'imports by a computed name'
  const own = /^@slyglass\/([^/]+)(\/.*)?$/.exec(name)
  if (own !== null) {
    if (own[2]?.startsWith('/src')) return 'reaches into the sources of a package; import its public name'
    if (own[2] === '/testing' && isTest(file)) return undefined
    return rule.may.includes(own[1]) || file.startsWith(`packages/${own[1]}/`)
      ? undefined
      : `${rule.folder} may not import ${own[1]}`
  }
  if (name.startsWith('node:') || NODE_ONLY.has(name))
    return rule.node || isTest(file) ? undefined : `${rule.folder} may not use Node's ${name}`
  const wanted = packageOf(name)
  const allowed = [...(rule.packages ?? []), ...(isTest(file) ? ['vitest', 'fast-check'] : [])]
  return allowed.includes(wanted) ? undefined : `${rule.folder} may not import ${wanted}`
}

/** Breaches of one file: `{file, name, why}` for each import that the table does not allow. */
export function checkFile(root, file, text) {
  return importsOf(file, text).flatMap((name) => {
    const why = breachOf(root, file, name)
    return why === undefined || DEBT.includes(`${file} ${name}`) ? [] : [{ file, name, why }]
  })
}

const PORTS = [
  [/\bDate\.now\b|\bnew Date\(\)/, 'the clock is a port'],
  [/\bMath\.random\b|\bcrypto\.(?:randomUUID|getRandomValues)\b/, 'chance is a port'],
  [/\bset(?:Timeout|Interval|Immediate)\s*\(/, 'timers are a port'],
  [/(?<![.\w])fetch\s*\(/, 'transport is a port'],
]

/** Uses of clock, chance, timers or transport in a package that must not have them. */
export function checkPorts(file, text) {
  const pure = PURE.some((name) => file.startsWith(`packages/${name}/src/`))
  if (!pure || isTest(file)) return []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*/g, '')
  return PORTS.flatMap(([pattern, why]) => (pattern.test(code) ? [{ file, name: pattern.exec(code)[0], why }] : []))
}

/** All breaches below a root. */
export function checkTree(root) {
  return ['packages', 'apps', 'e2e'].flatMap((top) =>
    sourceFiles(join(root, top)).flatMap((path) => {
      const file = relative(root, path).replaceAll('\\', '/')
      const text = readFileSync(path, 'utf8')
      return [...checkFile(root, file, text), ...checkPorts(file, text)]
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))
  const breaches = checkTree(root)
  for (const { file, name, why } of breaches) console.error(`${file}: ${name}: ${why}`)
  console.log(`import table: ${breaches.length === 0 ? 'kept' : `${breaches.length} breaches`}`)
  process.exit(breaches.length === 0 ? 0 : 1)
}
