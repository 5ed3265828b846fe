// A base URL is checked before anything is sent: an address that is chosen in its place would be a surprise.
import { ModelFailure, type ModelProvider } from '@slyglass/runtime'

export const OFFLINE_BASE_URL = 'offline:'

/** @throws ModelFailure for an address to which nothing can be sent. */
export function checkBaseUrl({ baseUrl }: ModelProvider): void {
  if (baseUrl === OFFLINE_BASE_URL) return
  const fault = faultOf(baseUrl)
  if (fault === undefined) return
  const message = `The base URL of the model ${fault}. Correct it in Settings; it begins with http:// or https:// and usually ends in /v1.`
  throw new ModelFailure({ code: 'invalid-url', message, retryable: false })
}

function faultOf(baseUrl: string): string | undefined {
  if (baseUrl.trim() === '') return 'is empty'
  if (!URL.canParse(baseUrl)) return `“${baseUrl.slice(0, 200)}” is no URL`
  const url = new URL(baseUrl)
  // Shown on screens and kept in logs, so it must hold no key.
  if (url.username !== '' || url.password !== '') return 'holds a user name or password; enter the key in its own field'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `begins with ${url.protocol}`
  return url.search === '' && url.hash === '' ? undefined : 'has a part after ? or #'
}
