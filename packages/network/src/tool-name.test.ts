import { describe, expect, test } from 'vitest'
import { toolNameFault } from './index.ts'

describe('the name of a new coded tool', () => {
  test.each(['get_weather', 'get-weather', 'A', 'classes', 'import_orders', 'x'.repeat(64)])('may be %s', (name) => {
    expect(toolNameFault(name, ['other'])).toBeUndefined()
  })

  test.each([
    ['', 'A name begins with a letter.'],
    ['2nd', 'A name begins with a letter.'],
    ['_x', 'A name begins with a letter.'],
    ['my tool', 'A name is letters, digits, _ and -; a blank cannot be in it.'],
    ['größe', 'A name is letters, digits, _ and -; ö cannot be in it.'],
    ['a/b', 'A name is letters, digits, _ and -; / cannot be in it.'],
    ['x'.repeat(65), 'A name has at most 64 characters.'],
    ['class', 'class is a word of Python or TypeScript'],
    ['Import', 'Import is a word of Python or TypeScript'],
    ['other', 'other is taken in this network. Choose another name.'],
  ])('is not "%s"', (name, why) => {
    expect(toolNameFault(name, ['other'])).toContain(why)
  })
})
