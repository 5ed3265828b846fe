// The code editor of the Source pane, by its keys.
import { expect, type Page } from '@playwright/test'

export const sourceOf = (page: Page) => page.getByRole('region', { name: 'Source' })

/** Plain text stands in until the code editor is there, and would lose its focus and its keys to it. */
export async function editorIsThere(page: Page): Promise<void> {
  await expect(sourceOf(page).locator('.monaco-editor .view-line').first()).toBeVisible()
}

/** Selects a text of the open file, with the caret at its end. */
export async function find(page: Page, text: string, name: string | RegExp = /^Source of/): Promise<void> {
  await editorIsThere(page)
  await sourceOf(page).getByRole('textbox', { name }).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await expect(sourceOf(page).locator('.find-widget.visible textarea').first()).toBeFocused()
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(sourceOf(page).getByRole('textbox', { name })).toBeFocused()
}
