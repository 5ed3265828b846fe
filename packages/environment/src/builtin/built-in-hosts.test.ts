import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { spanId } from '@slyglass/base'
import type { HostCall, ToolSources } from '@slyglass/runtime'
import { describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from '../testing/index.ts'
import { comesTrue, processesWith } from '../testing/processes.ts'
import type { ToolHosts } from '../tool-hosts.ts'
import { withBuiltInTools } from './built-in-hosts.ts'

const NOTHING_BEHIND = {
  call: async (call: HostCall) => {
    throw new Error(`${call.className} went past the built-in tools`)
  },
} as unknown as ToolHosts
const env = { ...process.env, SLYGLASS_TOKEN: 'token-of-the-server', OPENAI_API_KEY: 'sk-of-the-server' }
const noon = Date.parse('2026-01-15T12:30:00Z')
const hosts = withBuiltInTools(NOTHING_BEHIND, { env, limits: { memoryBytes: 512 * 1024 ** 2 } }, () => noon)

const TEXT = Array.from({ length: 3000 }, (_, index) => `line ${index + 1}`).join('\n')
const root = writeProject({
  'notes/long.txt': `${TEXT}\n`,
  'notes/a.md': '# Ann\nbeta\n',
  'src/b.ts': 'const ann = 1\n',
})
const sources = projectSources(root)
const PLAIN = { sandbox: 'auto', network: 'on', workspace: '.' } as const

async function use(className: string, args: object, more: Partial<ToolSources> = {}, signal?: AbortSignal) {
  const options = { args: JSON.stringify(args), ...(signal !== undefined && { signal }) }
  const trace = await callTool(hosts, { ...sources, ...more }, `slyglass.${className}`, options)
  return { ...trace, text: trace.reply.text, said: trace.reply.ok ? trace.reply.text : trace.reply.failure.message }
}

describe('reading and writing files', () => {
  test('[U-88] lines come as number, tab and text, 2000 at a time', async () => {
    const first = await use('files.FileRead', { file_path: 'notes/long.txt' })
    expect(first.text.split('\n').slice(0, 2)).toEqual(['1\tline 1', '2\tline 2'])
    expect(first.text.split('\n').slice(-2)).toEqual(['2000\tline 2000', '[1000 more lines; offset 2001 reads on]'])
    const rest = await use('files.FileRead', { file_path: 'notes/long.txt', offset: 2999, limit: 5 })
    expect(rest.text).toBe('2999\tline 2999\n3000\tline 3000')
  })

  test('[U-88] a file that is not there, a folder and bytes are told in words', async () => {
    expect((await use('files.FileRead', { file_path: 'none.txt' })).text).toBe('Error: File not found: none.txt')
    expect((await use('files.FileRead', { file_path: 'notes' })).text).toBe('Error: File error: notes: it is no file')
    writeFileSync(join(root, 'bytes'), Buffer.from([1, 0, 2]))
    expect((await use('files.FileRead', { file_path: 'bytes' })).text).toBe('Error: File error: bytes: it is no text')
  })

  test('[U-88] folders above a new file are made, and it is counted in bytes', async () => {
    const { text } = await use('files.FileWrite', { file_path: 'new/deep/ä.txt', content: 'größe' })
    expect(text).toBe('Wrote 7 bytes to new/deep/ä.txt')
    expect(readFileSync(join(root, 'new/deep/ä.txt'), 'utf8')).toBe('größe')
    await use('files.FileWrite', { file_path: 'new/deep/ä.txt', content: 'x' })
    expect(readFileSync(join(root, 'new/deep/ä.txt'), 'utf8')).toBe('x')
  })

  test('[U-88] a text must be there exactly once, unless all are meant, and dollars are plain text', async () => {
    writeFileSync(join(root, 'edit.txt'), '\ufeffone two one\r\n')
    const edit = (args: object) => use('files.FileEdit', { file_path: 'edit.txt', ...args })
    expect((await edit({ old_string: 'one', new_string: '1' })).text).toMatch(
      /^Error: old_string is 2 times in edit.txt/,
    )
    expect((await edit({ old_string: 'three', new_string: '3' })).text).toBe('Error: old_string is not in edit.txt')
    expect((await edit({ old_string: 'two', new_string: '$& $1' })).text).toBe('Edited edit.txt: 1 replacement')
    await edit({ old_string: 'one', new_string: '1', replace_all: true })
    expect(readFileSync(join(root, 'edit.txt'), 'utf8')).toBe('\ufeff1 $& $1 1\r\n')
  })

  test.each(['FileRead', 'FileWrite', 'FileEdit'])('[U-22] [U-88] %s leaves the workspace by no way', async (tool) => {
    const outside = join(tmpdir(), `outside-${process.pid}.txt`)
    writeFileSync(outside, 'outside')
    if (!existsSync(join(root, 'way'))) symlinkSync(tmpdir(), join(root, 'way'))
    const args = { content: 'x', old_string: 'outside', new_string: 'x' }
    for (const file_path of [`../${basename(outside)}`, outside, `way/${basename(outside)}`, `${root}-evil/x`]) {
      const { reply } = await use(`files.${tool}`, { ...args, file_path })
      expect(reply).toMatchObject({ ok: false, failure: { code: 'returned-error', category: 'permission' } })
      expect(reply.text).toMatch(/Path traversal not allowed|Access denied: path outside safe directory/)
    }
    expect(readFileSync(outside, 'utf8')).toBe('outside')
  })

  test('[U-88] the workspace of the session counts, and lies in the project', async () => {
    const call = (workspace: string) =>
      hosts.call({
        ...{ run: 'run_one' as never, span: spanId('s'), sources, className: 'slyglass.files.FileRead', origin: [] },
        ...{ args: '{"file_path":"a.md"}', idempotencyKey: 'k', sly: new Map(), signal: new AbortController().signal },
        context: JSON.stringify({ deps: { workspace_root: workspace } }),
        ...{ onStart: async () => {}, onOutput: () => {}, onProgress: () => {} },
      })
    expect(await call('notes')).toMatchObject({ ok: true, text: '1\t# Ann\n2\tbeta' })
    expect(await call(join(root, 'notes'))).toMatchObject({ ok: true })
    expect((await call('/etc')).text).toBe('Error: The workspace /etc lies outside of the project')
  })
})

describe('finding files', () => {
  test('[U-88] names come newest first, at most 200, and no link leads out', async () => {
    const folder = join(root, 'many')
    mkdirSync(folder)
    for (let index = 0; index < 203; index += 1) {
      writeFileSync(join(folder, `f${index}.txt`), '')
      utimesSync(join(folder, `f${index}.txt`), 1000 + index, 1000 + index)
    }
    symlinkSync('/etc/passwd', join(folder, 'f999.txt'))
    const lines = (await use('files.FileGlob', { pattern: '*.txt', path: 'many' })).text.split('\n')
    expect(lines.slice(0, 2)).toEqual(['many/f202.txt', 'many/f201.txt'])
    expect(lines).toHaveLength(201)
    expect(lines.at(-1)).toBe('[3 more files are left out]')
    expect((await use('files.FileGlob', { pattern: '*.none' })).text).toBe('No files found')
  })

  test('[U-88] lines, counts or names are told of what fits', async () => {
    const grep = async (more: object) => (await use('files.FileGrep', { pattern: '[Aa]nn', ...more })).text
    expect((await grep({})).split('\n').sort()).toEqual(['notes/a.md', 'src/b.ts'])
    expect(await grep({ output_mode: 'content', glob: '*.md' })).toBe('notes/a.md:1:# Ann')
    expect(await grep({ output_mode: 'count', path: 'src' })).toBe('src/b.ts:1')
    expect(await grep({ pattern: 'nowhere-at-all' })).toBe('No matches found')
    const endless = await use('files.FileGrep', { pattern: 'ann', glob: `{${','.repeat(200_000)}` })
    expect(endless.said).toContain('glob must be a short text')
  })

  test.each([
    ['../*', 'Path traversal not allowed'],
    ['notes/../../*.md', 'Path traversal not allowed'],
    ['{..,notes}/*', 'Path traversal not allowed'],
    ['..\\*', 'Path traversal not allowed'],
    ['/etc/*', 'A pattern fits names below path'],
  ])('[U-88] a pattern that leads away (%s) is refused with the reason', async (pattern, why) => {
    expect((await use('files.FileGlob', { pattern })).said).toContain(why)
    expect((await use('files.FileGrep', { pattern: 'a', glob: pattern })).said).toContain(why)
  })

  test('[U-88] two dots within a name lead nowhere', async () => {
    writeFileSync(join(root, 'from..to.txt'), '')
    expect((await use('files.FileGlob', { pattern: 'from..*' })).text).toBe('from..to.txt')
  })

  test('[U-88] a pattern that looks like an option is a pattern', async () => {
    writeFileSync(join(root, 'flag.txt'), 'a --files -e line\n')
    const { text } = await use('files.FileGrep', { pattern: '--files', output_mode: 'content', path: 'flag.txt' })
    expect(text).toBe('flag.txt:1:a --files -e line')
  })

  test('[U-88] at most 250 results are told', async () => {
    const { text } = await use('files.FileGrep', { pattern: 'line', output_mode: 'content', path: 'notes' })
    expect(text.split('\n')).toHaveLength(250)
  })

  test('[U-88] an expression that takes for ever ends after 5 s, and nothing stands still meanwhile', async () => {
    writeFileSync(join(root, 'slow.txt'), `${'a'.repeat(40)}!\n`)
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 50)
    const { reply } = await use('files.FileGrep', { pattern: '^(a+)+$', path: 'slow.txt' })
    clearInterval(ticking)
    expect(reply.text).toBe('Error: The search took longer than 5 s; use a simpler pattern')
    expect(ticks).toBeGreaterThan(20)
  })
})

describe('a command', () => {
  test('[U-88] is run in the workspace, and a bad end is a result like any other', async () => {
    expect((await use('shell.Bash', { command: 'pwd; echo err >&2' })).text).toBe(`${root}\nerr\n`)
    expect((await use('shell.Bash', { command: 'true' })).text).toBe('(no output)')
    const bad = await use('shell.Bash', { command: 'echo said; exit 3' })
    expect(bad.reply).toMatchObject({ ok: true, text: 'Exit code: 3\nsaid\n' })
  })

  test('[U-88] sees eight neutral variables and nothing else of the server', async () => {
    const { text } = await use('shell.Bash', { command: 'env' })
    const names = text.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    const known = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'USER', 'SHELL', 'TERM', 'PWD', 'SHLVL', '_', 'OLDPWD']
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    expect(text).not.toContain('of-the-server')
  })

  test('[U-88] may say a million bytes', async () => {
    const { text } = await use('shell.Bash', { command: 'head -c 3000000 /dev/zero | tr "\\0" x' })
    expect(text.length).toBeLessThan(1_000_100)
    expect(text).toMatch(/x\n\[2,000,000 bytes more were left out\]$/)
  })

  test('[B-47] that takes too long goes on in the background, is asked for what it says, and is ended with all that it started', async () => {
    const mark = `77${process.pid}`
    const command = `echo first; trap '' TERM INT HUP; (setsid sleep ${mark} &) ; sleep ${mark}`
    const { text } = await use('shell.Bash', { command, timeout: 1000 })
    const [said, id] = text.split('\n')
    expect(said).toBe('command timed out after 1 seconds; continuing in background')
    expect(text).toContain('output so far:\nfirst\n')
    const shell_id = id?.replace('shell_id: ', '')
    expect((await use('shell.BashOutput', { shell_id })).text).toBe('status: running\noutput:\n(no output)')
    expect((await use('shell.BashKill', { shell_id })).text).toMatch(/^shell_\w+ was ended with code 1(?:37|43)$/)
    expect(await comesTrue(() => processesWith(`sleep ${mark}`).length === 0)).toBe(true)
    expect((await use('shell.BashOutput', { shell_id })).text).toMatch(/^status: exited with code 1/)
  })

  test('[B-47] in the background answers at once with an id; nothing can be typed into it', async () => {
    const { text } = await use('shell.Bash', { command: 'cat; echo done', background: true })
    const shell_id = /^started in the background\nshell_id: (\w+)$/m.exec(text)?.[1]
    const output = async () => (await use('shell.BashOutput', { shell_id })).text
    let said = ''
    const late = Date.now() + 120_000
    while (!said.includes('exited') && Date.now() < late) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      said += await output()
    }
    expect(said).toContain('status: exited with code 0')
    expect(said).toContain('done\n')
    expect((await use('shell.BashOutput', { shell_id: 'shell_none' })).text).toBe(
      'Error: There is no command shell_none in this session',
    )
  })

  test('[B-47] that ends badly is a failure to agents of the bub profile', async () => {
    const signal = new AbortController().signal
    const failing = (command: string) =>
      hosts.call({
        ...{ run: 'run_bub' as never, span: spanId('s'), sources, className: 'slyglass.shell.Bash', origin: [] },
        ...{ args: JSON.stringify({ command }), idempotencyKey: 'k', sly: new Map(), signal, profile: 'bub' },
        ...{ onStart: async () => {}, onOutput: () => {}, onProgress: () => {} },
      })
    expect((await failing('echo said; exit 3')).text).toBe('Error: command exited with code 3\noutput:\nsaid\n')
    expect((await failing('exit 4')).text).toBe('Error: command exited with code 4\noutput:\n(no output)')
  })

  test('[U-88] that is stopped leaves no process', async () => {
    const mark = `78${process.pid}`
    const stop = new AbortController()
    const running = use('shell.Bash', { command: `sleep ${mark} & sleep ${mark}` }, {}, stop.signal)
    expect(await comesTrue(() => processesWith(`sleep ${mark}`).length > 0)).toBe(true)
    stop.abort(new Error('stopped'))
    expect((await running).reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect(await comesTrue(() => processesWith(`sleep ${mark}`).length === 0)).toBe(true)
  })

  test('[U-88] tells what encloses it', async (context) => {
    const { infos } = await use('shell.Bash', { command: 'true' }, { environment: { ...PLAIN, network: 'off' } })
    if (infos[0]?.isolation !== 'bwrap') return context.skip('bubblewrap does not run here')
    expect(infos).toMatchObject([{ isolation: 'bwrap', offline: true }])
    expect((await use('files.FileGlob', { pattern: 'x' })).infos).toMatchObject([{ isolation: 'studio' }])
  })
})

describe('the date and time', () => {
  test.each([
    [{}, '2026-01-15T12:30:00+00:00 (UTC)'],
    [{ utc_offset: -5 }, '2026-01-15T07:30:00-05:00'],
    [{ iana_timezone: 'Europe/Berlin' }, '2026-01-15T13:30:00+01:00 (Europe/Berlin)'],
    [{ iana_timezone: 'Asia/Kathmandu' }, '2026-01-15T18:15:00+05:45 (Asia/Kathmandu)'],
    [{ utc_offset: 5.5, iana_timezone: 'Europe/Berlin' }, '2026-01-15T18:00:00+05:30'],
    [{ utc_offset: 25 }, 'Error: utc_offset must be between -24 and 24'],
    [{ iana_timezone: 'Mars/Base' }, 'Error: Mars/Base is no time zone that is known here, such as Europe/Berlin'],
  ])('[N-78] of %j is told without Python: %s', async (args, text) => {
    const name = 'get_current_date_time.GetCurrentDateTime'
    const { reply } = await callTool(hosts, sources, name, { args: JSON.stringify(args) })
    expect(reply.text).toBe(text)
  })
})
