import { describe, expect, it } from 'vitest'
import { fetchPart, PAUSES_MS } from './fetch-part.ts'

const FAULT = new TypeError('Failed to fetch dynamically imported module')

function failing(times: number) {
  let asked = 0
  return () => {
    asked += 1
    return asked <= times ? Promise.reject(FAULT) : Promise.resolve(`try ${asked}`)
  }
}

describe('fetching a part of the page', () => {
  it('a part that did not come is asked for again, each time after a longer pause', async () => {
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    expect(await fetchPart(failing(0), pause)).toBe('try 1')
    expect(pauses).toEqual([])
    expect(await fetchPart(failing(3), pause)).toBe('try 4')
    expect(pauses).toEqual(PAUSES_MS.slice(0, 3))
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  })

  it('a part that stays away is an error in the end', async () => {
    await expect(fetchPart(failing(Number.POSITIVE_INFINITY), async () => undefined)).rejects.toBe(FAULT)
  })
})
