// A picture of every shipped sample after its first question, and the page that lists them: docs/samples.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { SampleReply } from '@slyglass/protocol'
import { askSampleQuestion } from './support/sample-question.ts'
import { expect, openHome, openSample, type Studio, test } from './support/studio.ts'

const docs = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs')
const folder = join(process.env.SLYGLASS_SHOTS ?? docs, 'samples')
mkdirSync(folder, { recursive: true })

interface Group {
  readonly name: string
  readonly titles: readonly string[]
}

test('every sample after its first question, light', async ({ page, studio }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await openHome(page, studio)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light')
  const groups = await readGroups(page)
  const titles = groups.flatMap((group) => group.titles)
  test.setTimeout(60_000 + 20_000 * titles.length)
  expect(new Set(titles).size).toBe(titles.length)
  for (const title of titles) {
    await test.step(title, async () => {
      await openSample(page, studio, title)
      await askSampleQuestion(page)
      // What moves has come to rest.
      await page.waitForTimeout(700)
      await page.screenshot({ path: join(folder, `${title}.jpg`), type: 'jpeg', quality: 70 })
    })
  }
  writeFileSync(join(folder, 'README.md'), pageOf(groups, await readCards(studio)))
})

/** The gallery as Home shows it. */
async function readGroups(page: Page): Promise<readonly Group[]> {
  const list = page.getByRole('list', { name: 'Samples' })
  await expect(list.getByRole('button').first()).toBeVisible()
  const names = await list.getByRole('heading').allTextContents()
  return Promise.all(
    names.map(async (name) => ({
      name,
      titles: await list.getByRole('list', { name, exact: true }).locator('strong').allTextContents(),
    })),
  )
}

async function readCards({ url, token }: Studio): Promise<readonly SampleReply[]> {
  const reply = await fetch(`${url}api/samples`, { headers: { 'x-slyglass-token': token } })
  return reply.json() as Promise<readonly SampleReply[]>
}

function pageOf(groups: readonly Group[], cards: readonly SampleReply[]): string {
  const parts = groups.map(({ name, titles }) => {
    const rows = titles.map((title) => {
      const card = cards.find((one) => one.title === title)
      const text = card?.description.replaceAll('|', '\\|') ?? ''
      return `| [${title}](../../samples/${card?.name}) | ${text} | [picture](${title}.jpg) |`
    })
    const heading = `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`
    return `${heading}\n\n| Network | What it shows | Its first answer |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `${INTRODUCTION}\n${parts.join('\n')}`
}

const INTRODUCTION = `# The shipped samples

Every network of the gallery on Home, with a picture of its chat after its first sample question. The offline model
answers from the network's script; no key is needed. \`slyglass import NAME\` brings one into a project.

Written, like the pictures, by \`npx playwright test -c screenshots.config.ts samples\` in \`e2e\` from the networks'
descriptions.
`
