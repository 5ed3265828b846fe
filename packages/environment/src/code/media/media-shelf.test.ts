import { expect, test } from 'vitest'
import { MediaShelf } from './media-shelf.ts'

test('[B-52] code that attaches much at once makes the studio hold few pieces at once', async () => {
  let [open, most] = [0, 0]
  const shelf = new MediaShelf({
    ...{ network: 'off', fetchAllow: [], signal: new AbortController().signal },
    async read(path) {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 1))
      open -= 1
      if (path === '7.png') throw new Error('is not there')
      return new TextEncoder().encode(path)
    },
  })
  const paths = Array.from({ length: 60 }, (_, index) => `${index}.png`)
  const told = await Promise.all(paths.map((path) => shelf.attach('image', { path })))
  expect(most).toBe(4)
  expect(told.flatMap((one, index) => (one.ok ? [] : [index]))).toEqual([7])
  expect(shelf.media.map(({ name }) => name)).toEqual(paths.filter((path) => path !== '7.png'))
})
