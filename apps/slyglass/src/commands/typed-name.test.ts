import { describe, expect, test } from 'vitest'
import { quoted, typed, typedName } from './typed-name.ts'

const checkout = '/home/ada/slyglass'
const main = `${checkout}/apps/slyglass/dist/main.js`
const npm = { npm_lifecycle_event: 'slyglass' }
const isThere = (path: string) => path === `${checkout}/package.json` || path === '/home/ada/web/package.json'

describe('what a person types in front of a command', () => {
  test.each([
    ['a script of the checkout', checkout, main, npm, 'npm run --silent slyglass --'],
    ['the same, below the checkout', `${checkout}/samples`, main, npm, 'npm run --silent slyglass --'],
    ['elsewhere', '/tmp/demo', main, npm, `npm --prefix ${checkout} run --silent slyglass --`],
    ['in another package', '/home/ada/web', main, npm, `npm --prefix ${checkout} run --silent slyglass --`],
    ['npm start', checkout, main, { npm_lifecycle_event: 'start' }, 'npm run --silent slyglass --'],
  ])('%s', (_case, cwd, script, env, expected) => {
    expect(typedName({ env: { ...env, SLYGLASS_CWD: cwd }, cwd, script }, isThere)).toBe(expected)
  })

  test.each([
    ['an installed program', '/usr/local/bin/slyglass', 'slyglass'],
    ['one of a package', '/home/ada/web/node_modules/.bin/slyglass', 'npx slyglass'],
    ['a file below', '/home/ada/dist/main.js', 'node dist/main.js'],
    ['a file far away', '/opt/slyglass/main.js', 'node /opt/slyglass/main.js'],
    ['a path with a blank', '/opt/my tools/main.js', "node '/opt/my tools/main.js'"],
  ])('%s, also inside of a script of another package', (_case, script, expected) => {
    for (const env of [{}, { npm_lifecycle_event: 'test' }])
      expect(typedName({ env, cwd: '/home/ada', script }, isThere)).toBe(expected)
  })

  test('commands are put behind it; a word of a shell is one word', () => {
    expect(typed({ program: 'npx slyglass' }, 'chat greeter')).toBe('npx slyglass chat greeter')
    expect(typed({}, 'check')).toBe('slyglass check')
    expect([quoted('a/b'), quoted('a b'), quoted("it's")]).toEqual(['a/b', "'a b'", `'it'\\''s'`])
  })
})
