/** What is said of two values that stand beside each other and cannot be one. */
export function joinFault(left: string | undefined, right: string | undefined): string {
  return `${withArticle(left)} and ${withArticle(right)} cannot be joined; is a comma missing?`
}

const ARTICLES: Readonly<Record<string, string>> = { object: 'an object', list: 'a list' }

function withArticle(kind = 'text'): string {
  return ARTICLES[kind] ?? kind
}
