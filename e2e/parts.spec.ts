import { ask, expect, openHome, test, view } from './support/studio.ts'

test('code of the page that did not come at the first try comes at another, in every view and with its styles', async ({
  page,
  studio,
}) => {
  await openHome(page, studio)
  const lost = new Set<string>()
  await page.route('**/assets/*', (route) => {
    const { pathname } = new URL(route.request().url())
    if (lost.has(pathname)) return route.fallback()
    lost.add(pathname)
    return route.abort('connectionrefused')
  })
  await page
    .getByRole('list', { name: 'Samples' })
    .getByRole('button', { name: /^music_nerd_pro_ts\b/ })
    .click()
  await view(page, 'Run')
  await ask(page, 'Which band wrote Yellow Submarine?')
  await view(page, 'Trace')
  await expect(page.getByRole('tree', { name: 'Calls' }).getByRole('treeitem').first()).toBeVisible()
  await view(page, 'Sly data')
  await expect(page.getByRole('table', { name: 'Boundaries' })).toBeVisible()
  await view(page, 'Edit')
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()

  const styles = [...lost].filter((path) => path.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(3)
  const drawn = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      .filter(({ sheet }) => sheet !== null)
      .map(({ href }) => new URL(href).pathname),
  )
  expect(drawn).toEqual(expect.arrayContaining(styles))
})
