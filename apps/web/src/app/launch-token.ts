import { findSecret, isPlace } from './public/address.ts'
import { client, TOKEN_KEY } from './public/client.ts'

/**
 * Moves the token of an address into this tab's store, so that the address shows nothing secret. A code is exchanged for it.
 * `place` is the fragment that the tab showed before.
 */
export async function takeToken(place = ''): Promise<void> {
  const secret = findSecret(location.hash)
  if (secret === undefined) return
  history.replaceState(null, '', `${location.pathname}${isPlace(place) ? place : '#/'}`)
  if (secret.kind === 't') return sessionStorage.setItem(TOKEN_KEY, secret.text)
  const reply = await client.launch(secret.text)
  if (reply.ok) sessionStorage.setItem(TOKEN_KEY, reply.value.token)
}

/** An address that is opened in a tab that is already here starts over with its token, where the tab was. */
export function watchForToken(): void {
  addEventListener('hashchange', async ({ oldURL }) => {
    if (findSecret(location.hash) === undefined) return
    await takeToken(new URL(oldURL).hash)
    location.reload()
  })
}

export const hasToken = (): boolean => sessionStorage.getItem(TOKEN_KEY) !== null
