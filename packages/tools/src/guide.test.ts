// The tools of a guide for tool authors, written with the contract of this package.
import { printJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool, fail, type ToolContext, type ToolDefinition } from './define/index.ts'
import { runTool } from './define/run-tool.ts'
import { testContext } from './testing/index.ts'

const call = async (tool: ToolDefinition, args: object, given: Partial<ToolContext> = {}) => {
  const ended = await runTool(tool, { ...args }, testContext(given))
  return ended.ok ? ended.text : `failed ${ended.reason}`
}
const refused = (words: string) => `failed ${printJson(words)}`
const invalid = (words: string) => fail(words, { category: 'validation' })

const searchDatabase = defineTool({
  name: 'search_database',
  execute: ({ query }) =>
    typeof query === 'string' && query !== ''
      ? { rows: [query] }
      : invalid('query parameter is required and must be a non-empty string'),
})

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
}

const calculate = defineTool({
  name: 'calculate',
  execute(args) {
    const { operation, a, b } = args
    const run = typeof operation === 'string' ? OPERATIONS[operation] : undefined
    if (run === undefined || typeof a !== 'number' || typeof b !== 'number')
      return invalid(`Invalid arguments: ${JSON.stringify(args)}`)
    return operation === 'divide' && b === 0 ? fail('Division by zero') : run(a, b)
  },
})

const robustValidator = defineTool({
  name: 'robust_validator',
  execute({ email, age }) {
    if (typeof email !== 'string' || email === '') return invalid('email parameter is required')
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return invalid('Invalid email format')
    if (typeof age !== 'number' || age < 0 || age > 150) return invalid('age must be a number between 0 and 150')
    return 'valid'
  },
})

const safeTool = defineTool({
  name: 'safe_tool',
  execute({ kind }) {
    try {
      if (kind === 'argument') throw new TypeError('bad')
      if (kind === 'runtime') throw new RangeError('bad')
      if (kind === 'other') throw new Error('disk full')
      if (kind === 'thrown') throw 'enough'
      return 'fine'
    } catch (error) {
      if (error instanceof TypeError) return fail('Invalid arguments provided')
      if (error instanceof RangeError) return fail('Operation failed')
      return error instanceof Error
        ? fail(`Unexpected error: ${error.message}`)
        : fail(`Operation aborted: ${String(error)}`)
    }
  },
})

const authorizedOperation = defineTool({
  name: 'authorized_operation',
  execute(_args, { deps }) {
    const permissions = Array.isArray(deps.user_permissions) ? deps.user_permissions : []
    return permissions.includes('admin_access')
      ? 'done'
      : fail('Insufficient permissions: admin_access required', { category: 'permission' })
  },
})

const styleOf = defineTool({
  name: 'style',
  execute(_args, { conversationHistory, deps }) {
    if (conversationHistory.length < 3) return 'formal'
    const preferences = deps.user_preferences as { style?: string } | undefined
    if (preferences?.style === 'casual') return 'casual'
    return conversationHistory.some(({ content }) => /\b(function|API|compile)\b/.test(content))
      ? 'technical'
      : 'balanced'
  },
})

const research = defineTool({
  name: 'research',
  async execute({ topic }, { callTool, timestamp }) {
    const found = await callTool('search', { topic })
    if (!found.ok) return fail(`Research failed: ${found.error}`)
    const summary = await callTool('summarise', { text: found.text })
    if (!summary.ok) return fail(`Research failed: ${summary.error}`)
    const questions = await callTool('questions', { text: summary.text })
    if (!questions.ok) return fail(`Research failed: ${questions.error}`)
    return { topic, summary: summary.text, related_questions: questions.value, timestamp }
  },
})

describe('validation in a tool', () => {
  test.each([[{}], [{ query: '' }], [{ query: 7 }]])(
    '[U-10] search_database of %o says what it needs',
    async (args) => {
      expect(await call(searchDatabase, args)).toBe(
        refused('query parameter is required and must be a non-empty string'),
      )
    },
  )

  test('[U-10] search_database runs with a query', async () => {
    expect(await call(searchDatabase, { query: 'x' })).toBe('{"rows":["x"]}')
  })

  test.each([
    ['add', '9'],
    ['subtract', '3'],
    ['multiply', '18'],
    ['divide', '2'],
  ])('[U-11] calculate knows %s', async (operation, text) => {
    expect(await call(calculate, { operation, a: 6, b: 3 })).toBe(text)
  })

  test.each([[{ operation: 'power', a: 1, b: 2 }], [{ operation: 'add', a: '1', b: 2 }]])(
    '[U-11] calculate shows arguments that it cannot use: %o',
    async (args) => {
      expect(await call(calculate, args)).toBe(refused(`Invalid arguments: ${JSON.stringify(args)}`))
    },
  )

  test.each([
    [{ age: 5 }, 'email parameter is required'],
    [{ email: 'a.b', age: 5 }, 'Invalid email format'],
    [{ email: 'a@b', age: 500 }, 'Invalid email format'],
    [{ email: 'a@b.c', age: -1 }, 'age must be a number between 0 and 150'],
    [{ email: 'a@b.c', age: 151 }, 'age must be a number between 0 and 150'],
    [{ email: 'a@b.c', age: '5' }, 'age must be a number between 0 and 150'],
    [{ email: 'a@b.c' }, 'age must be a number between 0 and 150'],
  ])('[U-12] the first thing that is wrong in %o is told', async (args, words) => {
    expect(await call(robustValidator, args)).toBe(refused(words))
  })

  test.each([0, 150])('[U-12] the age %i passes', async (age) => {
    expect(await call(robustValidator, { email: 'a@b.c', age })).toBe('valid')
  })

  test('[U-16] keeps the category of its failure', async () => {
    expect(await runTool(robustValidator, {}, testContext())).toMatchObject({ ok: false, category: 'validation' })
  })
})

describe('failures in a tool', () => {
  test.each([
    ['argument', 'Invalid arguments provided'],
    ['runtime', 'Operation failed'],
    ['other', 'Unexpected error: disk full'],
    ['thrown', 'Operation aborted: enough'],
  ])('[U-19] safe_tool tells an error of kind %s', async (kind, words) => {
    expect(await call(safeTool, { kind })).toBe(refused(words))
  })

  test.each([
    [{}, refused('Insufficient permissions: admin_access required')],
    [{ user_permissions: ['read'] }, refused('Insufficient permissions: admin_access required')],
    [{ user_permissions: ['admin_access'] }, 'done'],
  ])('[U-23] authorized_operation with %o', async (deps, text) => {
    expect(await call(authorizedOperation, {}, { deps })).toBe(text)
  })
})

describe('a tool that looks at the conversation', () => {
  const said = (...texts: readonly string[]) => texts.map((content) => ({ role: 'user' as const, content }))
  test.each([
    [said('a', 'b'), { user_preferences: { style: 'casual' } }, 'formal'],
    [said('a', 'b', 'c'), { user_preferences: { style: 'casual' } }, 'casual'],
    [said('a', 'b', 'the API'), {}, 'technical'],
    [said('a', 'b', 'c'), {}, 'balanced'],
  ])('[U-68] %#', async (conversationHistory, deps, style) => {
    expect(await call(styleOf, {}, { conversationHistory, deps })).toBe(style)
  })
})

describe('a tool made of others', () => {
  const made = (failing?: string) => {
    const called: string[] = []
    const callTool: ToolContext['callTool'] = async (name) => {
      called.push(name)
      return name === failing ? { ok: false, error: 'timeout' } : { ok: true, text: `${name} text`, value: [name] }
    }
    return { called, callTool }
  }

  test('[U-67] calls them in order and gives one result', async () => {
    const { called, callTool } = made()
    expect(JSON.parse(await call(research, { topic: 'bees' }, { callTool }))).toEqual({
      topic: 'bees',
      summary: 'summarise text',
      related_questions: ['questions'],
      timestamp: '1970-01-01T00:00:00.000Z',
    })
    expect(called).toEqual(['search', 'summarise', 'questions'])
  })

  test('[U-67] stops at the first that fails', async () => {
    const { called, callTool } = made('summarise')
    expect(await call(research, { topic: 'bees' }, { callTool })).toBe(refused('Research failed: timeout'))
    expect(called).toEqual(['search', 'summarise'])
  })
})

test('[U-29] a tool works through a long list in chunks without holding them', async () => {
  let [held, most] = [0, 0]
  function* chunks(rows: number, size: number) {
    for (let from = 0; from < rows; from += size) {
      held += size
      most = Math.max(most, held)
      yield Array.from({ length: Math.min(size, rows - from) }, (_, index) => from + index)
      held -= size
    }
  }
  const tool = defineTool({
    name: 'memory_efficient_processor',
    parameters: z.object({ rows: z.number().int() }),
    async *execute({ rows }) {
      let sum = 0
      for (const chunk of chunks(rows, 1000)) {
        sum += chunk.reduce((total, one) => total + one, 0)
        yield `${chunk.length} rows`
      }
      return sum
    },
  })
  const told: unknown[] = []
  expect(await call(tool, { rows: 10_000 }, { progress: (report) => void told.push(report) })).toBe('49995000')
  expect(told).toHaveLength(10)
  expect(most).toBe(1000)
})
