import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECURITY_HEADERS } from '../src/server/guard/headers.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const folder = join(root, 'apps/slyglass/.cache', `page-${process.pid}`)
const scripts = new Map<string, string>()
let said = ''

beforeAll(() => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const config = join(root, 'apps/web/vite.config.ts')
  const built = spawnSync(process.execPath, [vite, 'build', '-c', config, '--outDir', folder, '--emptyOutDir'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  said = built.stdout + built.stderr
  if (built.status !== 0) throw new Error(said)
  const assets = join(folder, 'assets')
  for (const name of readdirSync(assets))
    if (name.endsWith('.js')) scripts.set(name, readFileSync(join(assets, name), 'utf8'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const named = (pattern: RegExp) => [...scripts].filter(([name]) => pattern.test(name))

describe('the built page', () => {
  test('the language service is at most 60,000 bytes of gzipped JavaScript in a file of its own', () => {
    const files = named(/^language\.worker-/)
    expect(files).toHaveLength(1)
    expect(gzipSync(files[0]?.[1] ?? '', { level: 9 }).length).toBeLessThanOrEqual(60_000)
  })

  test('renames and what is known of tools come to the language service with the first question about one', () => {
    const [, code = ''] = named(/^language\.worker-/)[0] ?? []
    for (const part of ['answer-of-rename', 'answer-of-tool'])
      expect(code).toMatch(new RegExp(`import\\([^)]*${part}-`))
  })

  test('only what comes with the code editor knows of the language service', () => {
    const knowing = [...scripts].filter(([, code]) => code.includes('language.worker-')).map(([name]) => name)
    expect(knowing.length).toBeGreaterThan(0)
    expect(knowing.filter((name) => !/^(?:code-editor|monaco-setup|answer-of-\w+)-/.test(name))).toEqual([])
  })

  test('the first load stays within its limit', () => {
    const figure = /first load: ([\d.]+) KB/.exec(said)?.[1]
    expect(Number(figure)).toBeGreaterThan(100)
    expect(Number(figure)).toBeLessThanOrEqual(230)
  })

  test('the content policy names every trusted-types policy that scripts ask for', () => {
    const list = /trusted-types ([^;]+)/.exec(SECURITY_HEADERS['content-security-policy'] ?? '')?.[1]?.split(' ') ?? []
    const asked = [...scripts.values()].flatMap((code) =>
      [...code.matchAll(/\(\s*[`'"]([\w$#{}+-]+)[`'"]\s*,\s*\{\s*create(?:HTML|Script|ScriptURL)\b/g)].map(
        ([, name]) => name ?? '',
      ),
    )
    expect(asked).toEqual(expect.arrayContaining(['editorViewLayer', 'diffEditorWidget', 'defaultWorkerFactory']))
    // Asked for only where Markdown is made into HTML, which no part of the editor here does.
    const never = (name: string) => name.startsWith('domSanitize')
    expect(asked.filter((name) => !never(name) && !list.includes(name))).toEqual([])
  })
})
