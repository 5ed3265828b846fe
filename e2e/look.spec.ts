import { gzipSync } from 'node:zlib'
import type { Locator, Response } from '@playwright/test'
import { serious } from './support/accessibility.ts'
import { ask, expect, openSample, test, view } from './support/studio.ts'

test('[S-43] the first load, before the editor, is at most 230 KB of compressed JavaScript', async ({
  page,
  studio,
}) => {
  const scripts = new Map<string, Response>()
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.set(response.url(), response)
  })
  await page.goto(`${studio.url}#t=${studio.token}`)
  await expect(page.getByRole('list', { name: 'Samples' })).toBeVisible()
  // The live stream never ends, so quiet means: no further script within a second.
  await expect(async () => {
    const before = scripts.size
    await page.waitForTimeout(1000)
    expect(scripts.size).toBe(before)
  }).toPass()
  const bodies = await Promise.all([...scripts.values()].map((response) => response.body()))
  const total = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect(scripts.size).toBeGreaterThan(0)
  expect(total).toBeLessThanOrEqual(230 * 1024)
})

for (const theme of ['Light', 'Dark'] as const) {
  test(`[S-42] nothing serious for accessibility on any view, ${theme.toLowerCase()}`, async ({ page, studio }) => {
    await openSample(page, studio, 'music_nerd_pro_ts')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme)
    expect(await serious(page)).toEqual([])
    await view(page, 'Run')
    await ask(page, 'Which band wrote Yellow Submarine?')
    expect(await serious(page)).toEqual([])
    for (const name of ['Trace', 'Sly data'] as const) {
      await view(page, name)
      await expect(page.getByRole(name === 'Trace' ? 'tree' : 'table').first()).toBeVisible()
      expect(await serious(page)).toEqual([])
    }
  })
}

for (const width of [1024, 390]) {
  test(`chat, trace and sly data fit ${width} pixels without sideways scrolling`, async ({ page, studio }) => {
    await openSample(page, studio, 'music_nerd_pro_ts')
    await view(page, 'Run')
    await ask(page, 'Which band wrote Yellow Submarine?')
    // What is folded in a wide window stays so in a smaller one, and what had room beside it does not lie over it.
    const call = page.getByRole('region', { name: 'Chat' }).getByRole('button', { name: /^Accountant/ })
    await call.click()
    await expect(call).toHaveAttribute('aria-expanded', 'false')
    await page.setViewportSize({ width, height: 844 })
    await expect(call).toHaveAttribute('aria-expanded', 'false')
    await page.setViewportSize({ width: 1440, height: 900 })
    await view(page, 'Trace')
    await expect(page.getByRole('navigation', { name: 'Runs of this network' })).toBeVisible()
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('navigation', { name: 'Runs of this network' })).toBeHidden()
    await expect.poll(() => overlaps(page.getByRole('treeitem'))).toBe(0)
    const shown = { Run: 'log', Trace: 'tree', 'Sly data': 'table' } as const
    for (const name of ['Run', 'Trace', 'Sly data'] as const) {
      await view(page, name)
      await expect(page.getByRole(shown[name]).first()).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0)
      if (name !== 'Trace') continue
      await expect(page.getByText('1 value could not be searched')).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Save as test' })).toBeInViewport({ ratio: 1 })
      for (const figure of ['model requests', 'tool call', 'tokens'])
        await expect(page.locator('header').getByText(figure, { exact: true })).toBeInViewport({ ratio: 1 })
    }
  })
}

/** How many of them begin above the end of the one before. */
async function overlaps(rows: Locator): Promise<number> {
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect))
  return boxes.filter((box, index) => box.top < (boxes[index - 1]?.bottom ?? 0) - 1).length
}
