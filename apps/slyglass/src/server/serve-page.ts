import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context } from 'hono'
import { refusal } from './refuse.ts'

/** The built page: every file that may be served, by its address. */
export interface Page {
  find(path: string): PageFile | undefined
}

/** A file and its packed twins, made by the build. */
export interface PageFile {
  readonly file: string
  readonly type: string
  /** Content encodings that lie beside it. */
  readonly packed: readonly ('br' | 'gzip')[]
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}
const SUFFIX = { br: '.br', gzip: '.gz' } as const

/** Lists the built page once: an address is looked up, never turned into a path. */
export function loadPage(folder: string): Page {
  const files = new Map<string, PageFile>()
  for (const file of filesBelow(folder)) {
    const type = TYPES[extname(file)]
    if (type === undefined) continue
    const packed = (['br', 'gzip'] as const).filter((encoding) => existsSync(file + SUFFIX[encoding]))
    files.set(`/${relative(folder, file).split(sep).join('/')}`, { file, type, packed })
  }
  const index = files.get('/index.html')
  if (index !== undefined) files.set('/', index)
  return { find: (path) => files.get(path) }
}

export function servePage(context: Context, page: Page): Response {
  const { path } = context.req
  // An address without an ending is a view of the page, which reads it by itself.
  const found = page.find(path) ?? (extname(path) === '' ? page.find('/') : undefined)
  if (found === undefined) return notBuilt(context, page)
  const encoding = chooseEncoding(found, context.req.header('accept-encoding') ?? '')
  const bytes = readFileSync(found.file + (encoding === undefined ? '' : SUFFIX[encoding]))
  return context.body(bytes, 200, {
    'content-type': found.type,
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  })
}

function chooseEncoding(file: PageFile, accepted: string): 'br' | 'gzip' | undefined {
  const names = accepted.split(',').map((part) => part.split(';')[0]?.trim())
  return file.packed.find((encoding) => names.includes(encoding))
}

function notBuilt(context: Context, page: Page): Response {
  if (page.find('/') !== undefined) return refusal(context, 404, 'page', 'There is no such page.')
  return refusal(context, 404, 'page', 'The page is not built.', 'Run npm run build.')
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
