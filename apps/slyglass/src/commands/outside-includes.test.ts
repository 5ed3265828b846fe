// Real links and real files outside the project: each form is told as what it is, and nothing of the files is read.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandFolder } from './testing/run-command.ts'

const folder = createCommandFolder()
const far = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-far-')))
const FAR_FILE = join(far, 'far.conf')
afterAll(() => {
  folder.remove()
  rmSync(far, { recursive: true, force: true })
})
beforeAll(() => {
  writeFileSync(FAR_FILE, 'secret = "from outside"')
  folder.put({ 'parts/near.conf': 'near = 1', 'desk/registries/manifest.hocon': '' })
  mkdirSync(join(folder.path, 'deep'))
  symlinkSync(FAR_FILE, join(folder.path, 'link.conf'))
  symlinkSync(far, join(folder.path, 'up'))
  symlinkSync(join(folder.path, 'up'), join(folder.path, 'deep', 'twice'))
  symlinkSync(join(folder.path, 'parts'), join(folder.path, 'within'))
  symlinkSync(join(folder.path, 'parts', 'nowhere.conf'), join(folder.path, 'dangling.conf'))
})

const LINK = 'leads out of the project through a link; put the file into it'
const ABSOLUTE = 'is an absolute name and leads out of the project; put the file into it'
const UP = 'leads out of the project; put the file into it'

const FORMS: readonly (readonly [form: string, name: string, words: string])[] = [
  ['a link to a file', 'link.conf', `link.conf ${LINK}`],
  ['a link to a folder on the way', 'up/far.conf', `up/far.conf ${LINK}`],
  ['a file that is not there, behind such a link', 'up/gone.conf', `up/gone.conf ${LINK}`],
  ['a link to a link', 'deep/twice/far.conf', `deep/twice/far.conf ${LINK}`],
  ['an absolute name', FAR_FILE, `"${FAR_FILE}" ${ABSOLUTE}`],
  ['an absolute name of nothing', '/nowhere/x.conf', `"/nowhere/x.conf" ${ABSOLUTE}`],
  ['the name of a Windows drive', 'C:/x.conf', `"C:/x.conf" ${ABSOLUTE}`],
  ['the same with backslashes', 'C:\\\\x.conf', `"C:\\x.conf" ${ABSOLUTE}`],
  ['the folder above', '../far.conf', `"../far.conf" ${UP}`],
  ['the folder above, later in the name', 'parts/../../far.conf', `"parts/../../far.conf" ${UP}`],
]

describe('an include that leads out of the project', () => {
  test.each(FORMS)('[B49] by %s (%s) is told as such by check', async (_form, name, words) => {
    folder.put({ 'main.conf': `a = 1\ninclude "${name}"\nb = \${?secret}\n` })
    const { out, code } = await folder.run('check', 'main.conf')
    expect(out.filter((line) => line.includes('include'))).toEqual([
      `main.conf:2:9 warning include-outside nothing is included: ${words}`,
    ])
    expect(out.join('\n')).not.toContain('from outside')
    expect(code).toBe(0)
  })

  test.each(FORMS)('[B49] by %s (%s) is told as such by value, in both readings', async (_form, name, words) => {
    folder.put({ 'main.conf': `include "${name}"\nb = \${?secret}\n` })
    for (const profile of ['spec', 'neuro-san']) {
      const { out, err, code } = await folder.run('value', 'main.conf', '--profile', profile)
      expect(err).toEqual([`main.conf:1:9 warning include-outside nothing is included: ${words}`])
      expect([JSON.parse(out.join('')), code]).toEqual([{}, 0])
    }
  })

  test.each(FORMS)('[B49] by %s (%s) is an error where it is required', async (_form, name, words) => {
    folder.put({ 'main.conf': `include required("${name}")\n` })
    const { out, err, code } = await folder.run('value', 'main.conf')
    expect([out, err, code]).toEqual([[], [`main.conf:1:18 error include-outside nothing is included: ${words}`], 1])
  })

  test.each(FORMS)('[B49] by %s (%s) is told of the files that networks name, too', async (_form, name, words) => {
    const text = `include "${name}"\n`
    folder.put({ 'registries/manifest.hocon': text, 'toolbox_info.hocon': text })
    for (const file of ['registries/manifest.hocon', 'toolbox_info.hocon']) {
      const { out } = await folder.run('check', file)
      expect(out).toContain(`${file}:1:9 warning include-outside nothing is included: ${words}`)
    }
    rmSync(join(folder.path, 'registries'), { recursive: true })
  })

  test('is another thing than one that is missing, and than a link that stays inside', async () => {
    folder.put({ 'main.conf': 'include "gone.conf"\ninclude "dangling.conf"\ninclude "within/near.conf"\n' })
    const { out, err } = await folder.run('value', 'main.conf')
    expect(err).toEqual([
      'main.conf:1:9 warning include-missing nothing is included: gone.conf does not exist',
      'main.conf:2:9 warning include-missing nothing is included: dangling.conf does not exist',
    ])
    expect(JSON.parse(out.join(''))).toEqual({ near: 1 })
  })
})
