import { findToken } from './public/address.ts'
import { TOKEN_KEY } from './public/client.ts'

/** Moves the token of a printed address into this tab's store, so that the address shows nothing secret. */
export function takeToken(): void {
  const token = findToken(location.hash)
  if (token === undefined) return
  sessionStorage.setItem(TOKEN_KEY, token)
  history.replaceState(null, '', `${location.pathname}#/`)
}

/** A printed address that is opened in a tab that is already here starts over with its token. */
export function watchForToken(): void {
  addEventListener('hashchange', () => {
    if (findToken(location.hash) === undefined) return
    takeToken()
    location.reload()
  })
}

export const hasToken = (): boolean => sessionStorage.getItem(TOKEN_KEY) !== null
