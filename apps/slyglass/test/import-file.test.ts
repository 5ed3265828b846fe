// `slyglass import FILE.hocon`: a network that lies elsewhere, with what belongs to it, into a project.
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDataFolder } from '../src/data-folder.ts'
import { createTrust } from '../src/workspace/trust.ts'
import { commandLines } from './support/command-lines.ts'
import { newFolder, putFiles, removeFolder } from './support/folders.ts'

const lines = commandLines()
let folder = ''
beforeEach(async () => {
  folder = realpathSync(newFolder())
  await lines.runHere(['init', 'mine'], { cwd: folder })
})
afterEach(() => removeFolder(folder))

const run = (...args: string[]) => lines.runHere(args, { cwd: join(folder, 'mine') })
const read = (path: string) => readFileSync(join(folder, 'mine', path), 'utf8')
const trust = () => createTrust(findDataFolder({ SLYGLASS_HOME: join(lines.home, 'data') }, process.platform).trust)

/** Both kinds of line ends, no end of the last line. */
const DESK = `include "parts/words.hocon"\r\ntools = [\n  { name = Desk, instructions = \${greeting} }\n]`
const SCRIPT = '{ "rules": [ { "answer": { "content": "Welcome to the desk." } } ] }\n'
const LAYOUT = '{"version":1,"positions":{"Desk":[10,20]}}\n'
const ELSEWHERE = {
  'elsewhere/desk.hocon': DESK,
  'elsewhere/parts/words.hocon': 'include "more.hocon"\n',
  'elsewhere/parts/more.hocon': 'greeting = "Grüß Gott" # as we say\n',
  'elsewhere/desk.offline.json': SCRIPT,
  'elsewhere/desk.layout.json': LAYOUT,
  'elsewhere/diary.hocon': 'private = true\n',
}

describe('slyglass import of a network', () => {
  test('brings its file, what it includes and what lies beside it byte for byte, lists it, and runs nothing', async () => {
    putFiles(folder, ELSEWHERE)
    await trust().set(join(folder, 'mine'), true)
    const said = await run('import', '../elsewhere/desk.hocon')
    expect(said).toMatchObject({
      out: [
        'registries/desk.hocon',
        'registries/desk.offline.json',
        'registries/desk.layout.json',
        'parts/words.hocon',
        'parts/more.hocon',
        'registries/manifest.hocon\n',
      ].join('\n'),
      code: 0,
    })
    expect(said.err).toMatch(/^Nothing of it has run\..*\ndesk is in .*mine\. Try: slyglass chat desk\n$/)
    expect([read('registries/desk.hocon'), read('registries/desk.offline.json')]).toEqual([DESK, SCRIPT])
    expect(read('registries/desk.layout.json')).toBe(LAYOUT)
    expect(read('parts/more.hocon')).toBe(ELSEWHERE['elsewhere/parts/more.hocon'])
    expect(await trust().isTrusted(join(folder, 'mine'))).toBe(false)
    expect(await run('check', '.')).toMatchObject({ code: 0 })
    expect(await run('chat', 'desk', '--message', 'Hello')).toMatchObject({ out: 'Welcome to the desk.\n', code: 0 })
  })

  test('reads includes from the folder of the project that the file lies in, and takes another name', async () => {
    putFiles(folder, {
      'other/registries/manifest.hocon': '{ "basic/desk.hocon" = true }\n',
      'other/registries/basic/desk.hocon': DESK.replace('parts/', 'registries/'),
      'other/registries/words.hocon': 'greeting = hello\n',
    })
    const said = await run('import', '../other/registries/basic/desk.hocon', '--as', 'my desk')
    expect(said).toMatchObject({
      out: 'registries/my_desk.hocon\nregistries/words.hocon\nregistries/manifest.hocon\n',
      code: 0,
    })
    expect(read('registries/manifest.hocon')).toContain('"my_desk.hocon" = true')
  })

  test('asks before it writes over another text, names every such file, and says so when there is nothing to do', async () => {
    putFiles(folder, { ...ELSEWHERE, 'mine/parts/words.hocon': 'greeting = mine\n' })
    putFiles(folder, { 'mine/registries/desk.offline.json': SCRIPT })
    const asked = await run('import', '../elsewhere/desk.hocon')
    expect(asked).toMatchObject({
      out: '',
      err: 'These files are there already:\n  parts/words.hocon\nNothing was changed. One file is there already with another text; --yes overwrites.\n',
      code: 1,
    })
    expect(existsSync(join(folder, 'mine/registries/desk.hocon'))).toBe(false)
    expect(await run('import', '../elsewhere/desk.hocon', '--yes')).toMatchObject({ code: 0 })
    expect(read('parts/words.hocon')).toBe(ELSEWHERE['elsewhere/parts/words.hocon'])
    await trust().set(join(folder, 'mine'), true)
    const again = await run('import', '../elsewhere/desk.hocon')
    expect(again).toMatchObject({ out: '', code: 0 })
    expect(again.err).toContain('mine had all of it already; nothing was changed.')
    expect(await trust().isTrusted(join(folder, 'mine'))).toBe(true)
  })

  test('says which coded tools, files and networks are not there, and where a tool lies that stayed behind', async () => {
    const network = `include "gone.hocon"
      tools = [ { name = Desk, instructions = "Help.", tools = [Count, Weigh, "/nobody"] }
        { name = Count, class = "count.Count", function { description = "Counts the things that are named." } }
        { name = Weigh, class = "weigh.Weigh", function { description = "Weighs the thing that is named." } } ]`
    putFiles(folder, {
      'other/registries/manifest.hocon': '{ "desk.hocon" = true }\n',
      'other/registries/desk.hocon': network,
      'other/coded_tools/count.py': 'class Count:\n    pass\n',
    })
    const said = await run('import', '../other/registries/desk.hocon')
    expect(said).toMatchObject({ out: 'registries/desk.hocon\nregistries/manifest.hocon\n', code: 0 })
    expect(said.err).toMatch(/^desk is not whole here:\n/)
    expect(said.err).toContain('There is no file for the class "count.Count".')
    expect(said.err).toContain('There is no file for the class "weigh.Weigh".')
    expect(said.err).toContain('gone.hocon does not exist')
    expect(said.err).toContain('nobody')
    expect(said.err).toContain(`count.Count is in ${join(folder, 'other/coded_tools/count.py')}.`)
    expect(said.err).not.toMatch(/weigh\.Weigh is in|Try:/)
    expect(existsSync(join(folder, 'mine/coded_tools/count.py'))).toBe(false)
  })

  test('follows no include and no link out of the folders that the file lies in', async () => {
    putFiles(folder, {
      'elsewhere/desk.hocon':
        'include "../secret.hocon"\ninclude "link.hocon"\ntools = [{ name = Desk, instructions = "Help." }]',
      'secret.hocon': 'password = x\n',
    })
    symlinkSync(join(folder, 'secret.hocon'), join(folder, 'elsewhere/link.hocon'))
    const said = await run('import', '../elsewhere/desk.hocon')
    expect(said).toMatchObject({ out: 'registries/desk.hocon\nregistries/manifest.hocon\n', code: 0 })
    expect(said.err).toContain('"../secret.hocon" leads out of the project')
  })

  test('an include brings no code along, wherever it lies', async () => {
    putFiles(folder, {
      'elsewhere/desk.hocon': `include "coded_tools/count.py"\ninclude "Makefile"\n${DESK}`,
      'elsewhere/coded_tools/count.py': 'x = 1\n',
      'elsewhere/Makefile': 'all = 1\n',
      'elsewhere/parts/words.hocon': 'greeting = hello\n',
    })
    const said = await run('import', '../elsewhere/desk.hocon')
    expect(said.out).toBe('registries/desk.hocon\nparts/words.hocon\nregistries/manifest.hocon\n')
    expect(existsSync(join(folder, 'mine/coded_tools/count.py'))).toBe(false)
    expect(said.err).toContain('coded_tools/count.py does not exist')
  })

  test('a network with a mistake comes in as it is, and the mistake is said', async () => {
    putFiles(folder, { 'elsewhere/desk.hocon': 'tools = [ { name = Desk \n' })
    const said = await run('import', '../elsewhere/desk.hocon')
    expect(said).toMatchObject({ out: 'registries/desk.hocon\nregistries/manifest.hocon\n', code: 0 })
    expect(said.err).toMatch(/^desk is not whole here:\nregistries\/desk\.hocon:\d+:\d+ error /)
  })

  test('what is no network, cannot be read or has no name is refused in words, and nothing is changed', async () => {
    const before = read('registries/manifest.hocon')
    putFiles(folder, {
      'elsewhere/words.hocon': 'greeting = hello\n',
      'elsewhere/manifest.hocon': '{ "desk.hocon" = true }\n',
      'elsewhere/desk.hocon': DESK,
    })
    writeFileSync(join(folder, 'elsewhere/bytes.hocon'), Buffer.from([0xff, 0xfe, 0x00]))
    mkdirSync(join(folder, 'elsewhere/folder.hocon'))
    const cases: readonly (readonly [args: string[], code: number, words: RegExp])[] = [
      [['words.hocon'], 1, /words\.hocon is no network: it has no list of tools\.\nName the file of a network\./],
      [['manifest.hocon'], 1, /manifest\.hocon is no network/],
      [['bytes.hocon'], 1, /bytes\.hocon is not text in UTF-8\./],
      [['none.hocon'], 2, /^There is no file .*none\.hocon\.$/m],
      [['folder.hocon'], 1, /folder\.hocon is a folder, not a file\./],
      [['desk.hocon', '--as', '///'], 2, /gives no name/],
      [['desk.hocon', '--as', 'manifest'], 2, /list of the networks of a project/],
      [['desk.hocon', '--network', 'greeter'], 2, /--as renames it/],
    ]
    for (const [[file = '', ...options], code, words] of cases) {
      const said = await run('import', `../elsewhere/${file}`, ...options)
      expect([file, said.out, said.code]).toEqual([file, '', code])
      expect(said.err).toMatch(words)
    }
    expect(await run('import', '../elsewhere/desk.hocon', 'typo')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no folder'),
    })
    expect(read('registries/manifest.hocon')).toBe(before)
  })
})
