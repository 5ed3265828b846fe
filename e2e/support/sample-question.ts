import { expect, type Page } from '@playwright/test'
import { view } from './studio.ts'

/** Asks the open network its first sample question and waits for the answer. A person who is asked agrees. */
export async function askSampleQuestion(page: Page): Promise<void> {
  const chat = page.getByRole('region', { name: 'Chat' })
  const approve = chat.getByRole('button', { name: 'Approve', exact: true }).first()
  const isAnswered = async () => {
    // A question that was just answered goes away: then there is none to press.
    if (await approve.isVisible()) await approve.click({ timeout: 20_000 }).catch(() => undefined)
    return (
      (await chat.getByRole('article').count()) > 1 && (await page.getByRole('button', { name: 'Stop' }).isHidden())
    )
  }
  await view(page, 'Run')
  await chat.getByRole('list', { name: 'Sample questions' }).getByRole('button').first().click()
  await expect.poll(isAnswered).toBe(true)
}
