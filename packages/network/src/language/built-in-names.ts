// Names that every network may use without a table of its own.
import type { OfferedName } from '@slyglass/hocon/language'
import { STUDIO_TOOLS } from '../studio/index.ts'

const MODELS: Readonly<Record<string, string>> = {
  openai: `gpt-luna gpt-terra gpt-sol gpt-astra gpt-6.1-sol gpt-6-astra gpt-6-sol gpt-6-luna gpt-5.6-sol gpt-5.6-terra
    gpt-5.6-luna gpt-5.5-pro gpt-5.5 gpt-5.4-pro gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.2 gpt-5.1 gpt-5 gpt-5-mini
    gpt-4.1 gpt-4o gpt-4o-mini gpt-4-turbo gpt-4 gpt-3.5-turbo o3-mini o1`,
  'azure-openai': `azure-gpt-5.4 azure-gpt-5.4-mini azure-gpt-5.4-nano azure-gpt-5.4-pro azure-gpt-4.1 azure-gpt-4o
    azure-gpt-4o-mini azure-gpt-4 azure-gpt-3.5-turbo azure-o1 azure-o3-mini`,
  anthropic: `claude-haiku claude-sonnet claude-opus claude-fable claude-haiku-5-5 claude-haiku-4-5 claude-sonnet-5-5
    claude-sonnet-5 claude-sonnet-4-6 claude-sonnet-4-5 claude-opus-5-5 claude-opus-5 claude-opus-4-8 claude-opus-4-7
    claude-opus-4-6 claude-opus-4-5 claude-fable-5-1 claude-fable-5`,
  'anthropic-bedrock': 'bedrock-claude-fable bedrock-claude-opus bedrock-claude-sonnet bedrock-claude-haiku',
  gemini: `gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.6-flash gemini-3.5-flash gemini-3.5-flash-lite
    gemini-3.1-pro gemini-3.1-flash-lite gemini-3-flash gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite`,
  nvidia: 'nvidia-llama-3.1-405b-instruct nvidia-llama-3.3-70b-instruct nvidia-deepseek-r1',
  ollama: `llama3.3 llama3.1 llama3 llama3:70b llama2 llava mistral mistral-nemo mixtral qwen3:8b qwen2.5:14b
    deepseek-r1:14b gemma4:e4b`,
  openrouter: 'openrouter/auto openrouter/free',
}

/** Models of the built-in table, by the class of their provider. Dated names are left out where a short one leads to them. */
export const BUILT_IN_MODELS: readonly OfferedName[] = Object.entries(MODELS).flatMap(([provider, names]) =>
  names.split(/\s+/).map((name) => ({ name, detail: provider })),
)

/** Tools of the built-in toolbox. */
export const BUILT_IN_TOOLS: readonly OfferedName[] = [...STUDIO_TOOLS].map(([name, about]) => ({
  name,
  detail: 'built in',
  about,
}))

/** What a project's own tables bring, and what is built in and not replaced by them. */
export function withBuiltIn(own: readonly OfferedName[] = [], builtIn: readonly OfferedName[]): readonly OfferedName[] {
  const known = new Set(own.map(({ name }) => name))
  return [...own, ...builtIn.filter(({ name }) => !known.has(name))]
}
