// The results page of DuckDuckGo without scripts: each result is a link and a snippet.

import { htmlText } from './html-text.ts'
import type { Hit } from './web-search.ts'

// Bounded, so that no page can make it slow.
const RESULT = /<a\b[^>]{0,1000}\bclass="(?:[^"]{0,80}\s)?result__a\b[^>]{0,1000}>([\s\S]{0,1000}?)<\/a>/gi
const SNIPPET = /class="(?:[^"]{0,80}\s)?result__snippet\b[^>]{0,1000}>([\s\S]{0,2000}?)<\/(?:a|div|td)>/i

export function duckDuckGoHits(page: string): readonly Hit[] {
  const links = [...page.matchAll(RESULT)]
  return links.flatMap((link, at) => {
    const url = targetOf(/\bhref="([^"]*)"/i.exec(link[0])?.[1] ?? '')
    const rest = page.slice((link.index ?? 0) + link[0].length, links[at + 1]?.index)
    const snippet = SNIPPET.exec(rest)?.[1] ?? ''
    return url === undefined ? [] : [{ title: plain(link[1] ?? ''), url, snippet: plain(snippet) }]
  })
}

/** Links lead over an address of the search itself, which holds the real one; those of advertisers hold none. */
function targetOf(href: string): string | undefined {
  try {
    const url = new URL(href.replaceAll('&amp;', '&'), 'https://duckduckgo.com')
    const target = url.searchParams.get('uddg')
    if (target === null) return url.hostname.endsWith('duckduckgo.com') ? undefined : url.href
    const found = new URL(target)
    return found.hostname.endsWith('duckduckgo.com') ? undefined : found.href
  } catch {
    return undefined
  }
}

const plain = (html: string): string => htmlText(html).replace(/\s+/g, ' ').trim()
