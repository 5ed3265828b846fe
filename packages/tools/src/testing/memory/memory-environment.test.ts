import { describe, expect, test } from 'vitest'
import { readStream } from '../../define/environment.ts'
import { type MemoryOptions, memoryEnvironment } from './memory-environment.ts'

async function say(line: string | readonly string[], options: MemoryOptions = {}) {
  const environment = memoryEnvironment({ files: { 'a.txt': 'one\ntwo\n' }, ...options })
  const program = await environment.spawn(line)
  await program.closeInput()
  const [out, err] = await Promise.all([readStream(program.stdout), readStream(program.stderr)])
  return { out, err, exit: await program.wait(), environment }
}

describe('[B-52] a shell in memory', () => {
  test.each([
    ["echo \"it's $HOME\" '$HOME' a\\ b", "it's / $HOME a b\n"],
    ['cat a.txt | cat', 'one\ntwo\n'],
    ['echo x > b.txt; echo y >> b.txt; cat < b.txt', 'x\ny\n'],
    ['false && echo no || echo yes', 'yes\n'],
    ['mkdir -p d/e && ls && rm a.txt && ls # what is left', 'a.txt\nd\nd\n'],
    ['echo lost >&2', ''],
    ['cat none 2>&1', 'none: ENOENT: it is not there: /workspace/none\n'],
    ['echo before; exit 4; echo after', 'before\n'],
  ])('reads %s', async (line, out) => {
    expect((await say(line)).out).toBe(out)
  })

  test.each(['echo $(date)', 'ls *', 'sleep 1 &', 'echo "open', '| cat', 'echo >'])(
    'refuses what it does not know: %s',
    async (line) => {
      const { err, exit } = await say(line)
      expect([err, exit]).toEqual([expect.stringMatching(/^sh: /), 2])
    },
  )

  test('runs programs that a test has written', async () => {
    const programs: MemoryOptions['programs'] = {
      async count({ args, input, out, files, cwd }) {
        const text = await readStream(input)
        files.write(`${cwd}/counted`, String(text.length))
        out(`${args.join(',')}:${text.length}\n`)
        return text.length === 0 ? 1 : 0
      },
    }
    const { out, environment } = await say('cat a.txt | count x y', { programs })
    expect(out).toBe('x,y:8\n')
    expect(await environment.readText('counted')).toBe('8')
    expect((await say(['count'], { programs })).exit).toBe(1)
  })

  test.each([
    ['cat < none || echo next', 'next\n', 'sh: ENOENT: it is not there: /workspace/none\n'],
    ['echo x > . || echo next', 'next\n', 'sh: EISDIR: it is a folder: /workspace\n'],
    ['echo x | cat < none; echo next', 'next\n', 'sh: ENOENT: it is not there: /workspace/none\n'],
    ['toString || echo next', 'next\n', 'toString: not found\n'],
  ])('goes on after what cannot be opened or found: %s', async (line, out, err) => {
    expect(await say(line)).toMatchObject({ out, err, exit: 0 })
  })

  test('a program that throws has failed, and its shell goes on', async () => {
    const programs: MemoryOptions['programs'] = {
      breaks: () => {
        throw new Error('out of paper')
      },
    }
    const { out, err } = await say('breaks || echo 1', { programs })
    expect([out, err]).toEqual(['1\n', 'breaks: out of paper\n'])
  })

  test('code is refused where nothing was given that runs it', async () => {
    const host = { tools: [], callTool: async () => null, write: () => {} }
    expect(await memoryEnvironment().runCode('1', host)).toMatchObject({ ended: 'refused' })
  })
})
