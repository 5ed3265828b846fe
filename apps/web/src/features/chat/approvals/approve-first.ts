/** Presses what the first call that waits shows; a card in which something else is typed shows no such button. */
export function approveFirst(): void {
  document.querySelector('.approval')?.querySelector<HTMLButtonElement>('[aria-keyshortcuts]')?.click()
}
