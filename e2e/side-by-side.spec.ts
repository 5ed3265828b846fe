import { restingBox } from './support/resting-box.ts'
import { expect, openHome, test } from './support/studio.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('[N-86] a tool and the network that calls it open side by side from the start page', async ({ page, studio }) => {
  await openHome(page, studio)
  await page.getByRole('button', { name: 'Read a tool and its network side by side' }).click()
  const beside = page.getByRole('region', { name: 'File beside' })
  const source = page.getByRole('region', { name: 'Source' })
  await expect(beside.getByText('coded_tools/basic/accountant.py')).toBeVisible()
  await expect(beside.getByText('class Accountant', { exact: false }).first()).toBeVisible()
  await expect(source.getByText('MusicNerdPro').first()).toBeVisible()
  const [left, right] = [await restingBox(beside), await restingBox(source)]
  expect(left.x + left.width).toBeLessThanOrEqual(right.x + 1)
  await page.screenshot({ path: test.info().outputPath('pair.png') })
  await beside.getByRole('button', { name: 'Show the graph' }).click()
  await expect(page.getByRole('region', { name: 'Graph' })).toBeVisible()

  // A file that has a tab of its own stands beside another one all the same.
  await page.getByRole('button', { name: /^Accountant/ }).click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await inspector.getByRole('button', { name: 'coded_tools/basic/accountant.py' }).click()
  await expect(source.getByText('class Accountant', { exact: false }).first()).toBeVisible()
  await inspector.getByRole('button', { name: 'Beside the network' }).click()
  await expect(beside.getByText('class Accountant', { exact: false }).first()).toBeVisible()
  await expect(source.getByText('MusicNerdPro').first()).toBeVisible()
})
