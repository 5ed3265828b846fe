import { createClient } from '@slyglass/protocol'

/** Where a tab keeps the launch token; the shell moves it there from the address. */
export const TOKEN_KEY = 'slyglass.token'

/** The page's own connection to its server. */
export const client = createClient({
  transport: (path, init) => fetch(path, init),
  token: () => sessionStorage.getItem(TOKEN_KEY) ?? undefined,
})
