// The other two searches: one answers with a page, the other with prose and citations. What comes out has one shape.
import ddgs from '../../data/search_swap/ddgs.json'
import openai from '../../data/search_swap/openai.json'

interface Asked {
  readonly query: string
  readonly count?: number | null
}

interface Hit {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

interface Citation {
  readonly title: string
  readonly url: string
  readonly start_index: number
}

interface Output {
  readonly content?: readonly { readonly text: string; readonly annotations: readonly Citation[] }[]
}

/** Answers as DuckDuckGo did when it was recorded. */
export class DdgsSearch {
  async asyncInvoke(args: Asked) {
    console.debug('args: %o', args)
    const page = recorded<string>(ddgs, args)
    if (page === undefined) return 'Error: duckduckgo has no recording of this question.'
    const results = page.matchAll(/class="result__a" href="([^"]*)">(.*?)<\/a><a class="result__snippet"[^>]*>(.*?)<\/a>/g)
    const hits = [...results].map(([, href = '', title = '', snippet = '']) => ({
      title: plain(title),
      // Links lead over the search itself, which holds the real address.
      url: new URL(plain(href), 'https://duckduckgo.com').searchParams.get('uddg') ?? '',
      snippet: plain(snippet),
    }))
    return shaped('duckduckgo', args, hits)
  }
}

/** Answers as OpenAI did when it was recorded: sources are citations, and the line that ends at one is its snippet. */
export class OpenAiSearch {
  async asyncInvoke(args: Asked) {
    console.debug('args: %o', args)
    const answer = recorded<{ readonly output: readonly Output[] }>(openai, args)
    if (answer === undefined) return 'Error: openai has no recording of this question.'
    const parts = answer.output.flatMap(({ content = [] }) => content)
    const hits = parts.flatMap(({ text, annotations }) =>
      annotations.map(({ title, url, start_index }) => {
        const line = text.slice(0, start_index).split('\n').at(-1) ?? ''
        return { title, url, snippet: line.replace(/[\s(]+$/, '') }
      }),
    )
    return shaped('openai', args, hits)
  }
}

function recorded<Answer>(answers: object, { query }: Asked): Answer | undefined {
  return new Map<string, Answer>(Object.entries(answers)).get(query.trim().toLowerCase())
}

function shaped(provider: string, { query, count }: Asked, hits: readonly Hit[]) {
  const results = hits.slice(0, count ?? 5).map((hit, at) => ({ position: at + 1, ...hit }))
  return { query, provider, results }
}

const plain = (html: string): string => html.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&')
