import { expect, type Locator } from '@playwright/test'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Where something is drawn, once it moves no more: a graph is drawn anew when its network changes. */
export async function restingBox(what: Locator): Promise<Box> {
  await expect(what.page().locator('[aria-busy=true]')).toHaveCount(0)
  let box: Box | null = null
  const rests = async () => {
    const before = box
    box = await what.boundingBox()
    return box !== null && JSON.stringify(box) === JSON.stringify(before)
  }
  await expect.poll(rests, { intervals: [100] }).toBe(true)
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}
