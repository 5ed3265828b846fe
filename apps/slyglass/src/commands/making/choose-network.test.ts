import { describe, expect, test } from 'vitest'
import { noNetwork, thereAre } from './choose-network.ts'

const PROJECT = { root: 'town' }

describe('a network that is not there', () => {
  const names = Array.from({ length: 40 }, (_, index) => `desk_${'abcdefghij'[index % 10]}${index}`)

  test('is answered with those whose name is like it', () => {
    expect(noNetwork('gret_desk', ['greet_desk', 'weather'], PROJECT)).toBe(
      'There is no network gret_desk. There is greet_desk.',
    )
    expect(noNetwork('wether', ['weather', 'wetter', 'orders'], PROJECT)).toBe(
      'There is no network wether. There are: weather, wetter.',
    )
  })

  test('is answered with all where none is like it, or with some of very many', () => {
    expect(noNetwork('zoo', ['orders', 'units'], PROJECT)).toBe('There is no network zoo. There are: orders, units.')
    const many = noNetwork('zoo', names, PROJECT)
    expect(many).toMatch(/^There is no network zoo\. There are 40, among them: desk_a0, /)
    expect(many.split(', ')).toHaveLength(13)
    expect(thereAre([], PROJECT)).toMatch(/^town has no network/)
  })
})
