// Facts about models: the dated name behind an alias, and how much one answer may hold.

interface ModelFacts {
  readonly name: string
  readonly maxOutput: number
}

const MODELS: readonly ModelFacts[] = [
  { name: 'gpt-5.2-2025-12-11', maxOutput: 128_000 },
  { name: 'gpt-5-2025-08-07', maxOutput: 128_000 },
  { name: 'gpt-5-mini-2025-08-07', maxOutput: 128_000 },
  { name: 'gpt-4.1-2025-04-14', maxOutput: 32_768 },
  { name: 'gpt-4o-2024-08-06', maxOutput: 16_384 },
  { name: 'gpt-4o-2024-11-20', maxOutput: 16_384 },
  { name: 'gpt-4o-mini-2024-07-18', maxOutput: 16_384 },
  { name: 'gpt-4o-2024-05-13', maxOutput: 4096 },
  { name: 'gpt-4-turbo-2024-04-09', maxOutput: 4096 },
  { name: 'gpt-4-0125-preview', maxOutput: 4096 },
  { name: 'o1-2024-12-17', maxOutput: 100_000 },
  { name: 'o3-mini-2025-01-31', maxOutput: 100_000 },
  { name: 'o1-preview-2024-09-12', maxOutput: 32_768 },
  { name: 'gpt-4-0613', maxOutput: 8192 },
  { name: 'gpt-3.5-turbo-0125', maxOutput: 4096 },
]

const ALIASES: Readonly<Record<string, string>> = {
  'gpt-5.2': 'gpt-5.2-2025-12-11',
  'gpt-5': 'gpt-5-2025-08-07',
  'gpt-5-mini': 'gpt-5-mini-2025-08-07',
  'gpt-4.1': 'gpt-4.1-2025-04-14',
  'gpt-4o': 'gpt-4o-2024-08-06',
  'gpt-4o-mini': 'gpt-4o-mini-2024-07-18',
  'gpt-4-turbo': 'gpt-4-turbo-2024-04-09',
  'gpt-4-turbo-preview': 'gpt-4-0125-preview',
  o1: 'o1-2024-12-17',
  'o3-mini': 'o3-mini-2025-01-31',
  'o1-preview': 'o1-preview-2024-09-12',
  'gpt-4': 'gpt-4-0613',
  'gpt-3.5-turbo': 'gpt-3.5-turbo-0125',
}

/** Used by a network that names no model anywhere. */
export const DEFAULT_MODEL = 'gpt-5.2'

/** The name to send; an unknown name is sent as it is. */
export function realModelName(name: string): string {
  return ALIASES[name] ?? name
}

/** The most tokens of one answer, where known. */
export function maxOutputTokens(name: string): number | undefined {
  const real = realModelName(name)
  return MODELS.find((model) => model.name === real)?.maxOutput
}
