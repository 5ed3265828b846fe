import type { SlySearch } from '@slyglass/sly'

/** The one door for text that leaves the server's own hands: log lines and error texts. */
export interface Redactor {
  redact(text: string): string
}

interface RedactorSources {
  /** Keys and the launch token: replaced wherever they stand as they are. */
  secrets(): readonly string[]
  /** Searches of the living vaults: find values in every encoding they know. */
  searches(): readonly SlySearch[]
}

export function createRedactor(sources: RedactorSources): Redactor {
  return {
    redact(text) {
      const withoutSecrets = sources
        .secrets()
        .filter((secret) => secret.length >= 6)
        .reduce((rest, secret) => forms(secret).reduce((left, form) => left.replaceAll(form, '⟨secret⟩'), rest), text)
      return sources.searches().reduce((rest, search) => search.mask(rest).text, withoutSecrets)
    },
  }
}

function forms(secret: string): readonly string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64').replace(/=+$/, '')
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64])]
}
