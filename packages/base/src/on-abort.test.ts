import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { onAbort } from './on-abort.ts'

describe('waiting for a stop', () => {
  it('[S-15] tells all who wait, and is one listener however many they are', () => {
    const stop = new AbortController()
    const told: number[] = []
    const releases = Array.from({ length: 50 }, (_, at) => onAbort(stop.signal, () => told.push(at)))
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    releases[7]?.()
    stop.abort()
    expect(told).toEqual(Array.from({ length: 50 }, (_, at) => at).filter((at) => at !== 7))
  })

  it('[S-15] who is released while others are told is told no more', () => {
    const stop = new AbortController()
    const told: string[] = []
    const released: (() => void)[] = []
    onAbort(stop.signal, () => {
      told.push('first')
      released[0]?.()
    })
    released.push(onAbort(stop.signal, () => void told.push('second')))
    stop.abort()
    expect(told).toEqual(['first'])
  })
})
