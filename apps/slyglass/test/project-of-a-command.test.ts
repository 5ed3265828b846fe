// Which project a command writes into that was given a folder, or none: a slip in a path makes no project.
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLines } from './support/command-lines.ts'
import { newFolder, putFiles, removeFolder } from './support/folders.ts'

const lines = commandLines()

/** A folder of its own, with an exported tool beside the places that are tried. */
async function inFolder(visit: (folder: string) => Promise<void>): Promise<void> {
  const folder = newFolder()
  try {
    cpSync(lines.project, join(folder, 'mine'), { recursive: true })
    const exported = ['export', 'tool', 'Guestbook', join(folder, 'guest.tool.json'), '--yes']
    expect(await lines.runHere(exported)).toMatchObject({ code: 0 })
    await visit(folder)
  } finally {
    removeFolder(folder)
  }
}
const within = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

const WRITING = (where: string, file: string) => [
  ['import', 'units', where],
  ['import', file, where],
  ['new', 'tool', 'wave', '--root', where],
  ['export', 'tool', 'Guestbook', '--root', where],
]

describe('a command that writes into a project', () => {
  test('makes no folder of a slip in its path, and says how a project is made', async () => {
    await inFolder(async (folder) => {
      const before = within(folder)
      for (const args of WRITING('mien', 'guest.tool.json'))
        expect([args, await lines.runHere(args, { cwd: folder })]).toEqual([
          args,
          {
            out: '',
            err: `There is no folder ${join(folder, 'mien')}. Name the folder of a project, or make one first: slyglass init mien\n`,
            code: 2,
          },
        ])
      expect(within(folder)).toEqual(before)
    })
  })

  test('writes nothing into a folder that is no project, named or current', async () => {
    await inFolder(async (folder) => {
      putFiles(folder, { 'photos/cat.txt': 'a cat' })
      for (const args of [...WRITING('.', '../guest.tool.json'), ['import', 'units'], ['new', 'tool', 'wave']]) {
        const said = await lines.runHere(args, { cwd: join(folder, 'photos') })
        expect([args, said.out, said.code]).toEqual([args, '', 2])
        expect(said.err).toMatch(/photos is no project: .*registries\/manifest\.hocon.* slyglass init \.\n$/)
      }
      expect(within(join(folder, 'photos'))).toEqual(['cat.txt'])
    })
  })

  test('writes nothing into a home folder or a disk that has a network lying about', async () => {
    await inFolder(async (folder) => {
      putFiles(folder, { 'home/Downloads/desk.hocon': '{ tools = [] }' })
      for (const where of [join(folder, 'home'), '/'])
        for (const args of WRITING(where, join(folder, 'guest.tool.json'))) {
          const said = await lines.runHere(args, { cwd: folder, env: { HOME: join(folder, 'home') } })
          expect([args, said.out, said.code]).toEqual([args, '', 2])
          expect(said.err).toContain(`${where} is no project`)
        }
      expect(within(join(folder, 'home'))).toEqual(['Downloads', join('Downloads', 'desk.hocon')])
    })
  })

  test('in a folder of a project it means that project', async () => {
    await inFolder(async (folder) => {
      const cwd = join(folder, 'mine/coded_tools')
      expect((await lines.runHere(['import', 'units'], { cwd })).out).toContain(' chat units --root ..\n')
      expect(await lines.runHere(['new', 'tool', 'wave', '--network', 'greeter'], { cwd })).toMatchObject({
        out: 'coded_tools/wave.py\nregistries/greeter.hocon\n',
        code: 0,
      })
      const registries = join(folder, 'mine/registries')
      expect(readdirSync(registries)).toContain('units.hocon')
      expect(readdirSync(cwd).sort()).toEqual(['guestbook.py', 'units', 'wave.py'])
    })
  })

  test.each([
    ['with a folder of networks that is empty yet', 'registries/.keep'],
    ['with networks that no manifest names', 'agents/desk.hocon'],
    ['with nothing but hidden files, as one that was made for it', '.gitignore'],
  ])('a folder %s takes a sample', async (_which, file) => {
    await inFolder(async (folder) => {
      const own = join(folder, 'own')
      mkdirSync(dirname(join(own, file)), { recursive: true })
      putFiles(own, { [file]: '{ tools = [] }\n' })
      expect(await lines.runHere(['import', 'units'], { cwd: own })).toMatchObject({ code: 0 })
      expect(readdirSync(join(own, 'registries'))).toContain('units.hocon')
    })
  })
})
