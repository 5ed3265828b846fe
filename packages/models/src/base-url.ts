// A base URL is checked before anything is sent: an address that is chosen in its place would be a surprise.
import { ModelFailure, type ModelProvider } from '@slyglass/runtime'

export const OFFLINE_BASE_URL = 'offline:'

/** To check an address costs more than to look it up, and there are few. */
const sound = new Set<string>([OFFLINE_BASE_URL])
const MAX_SOUND = 100

/** @throws ModelFailure for an address to which nothing can be sent. */
export function checkBaseUrl({ baseUrl }: ModelProvider): void {
  if (sound.has(baseUrl)) return
  const fault = faultOf(baseUrl)
  if (fault === undefined) {
    if (sound.size < MAX_SOUND) sound.add(baseUrl)
    return
  }
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
