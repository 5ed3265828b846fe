import { describe, expect, test } from 'vitest'
import { isModelKey } from './project-env.ts'

describe('keys of model providers, which reach no tool', () => {
  test.each([
    ...['OPENAI_API_KEY', 'AZURE_OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'NVIDIA_API_KEY'],
    ...['GOOGLE_API_KEY', 'GOOGLE_GENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENAI_ADMIN_KEY'],
  ])('%s is one', (name) => {
    expect(isModelKey(name)).toBe(true)
  })

  test.each([
    'GOOGLE_SEARCH_API_KEY',
    'GOOGLE_SEARCH_CSE_ID',
    'GOOGLE_MAPS_API_KEY',
    'BRAVE_API_KEY',
    'MY_OPENAI_NOTES',
  ])('%s is none: a tool that names it gets it', (name) => {
    expect(isModelKey(name)).toBe(false)
  })
})
