import { describe, expect, test } from 'vitest'
import {
  modelSettingsSchema,
  openProjectSchema,
  putSlySchema,
  revealSchema,
  runCommandSchema,
  saveFileSchema,
  startRunSchema,
  tailsSchema,
  trustSchema,
} from './schemas.ts'

const good = [
  [openProjectSchema, { path: '/home/me/project' }],
  [openProjectSchema, { sample: 'studio' }],
  [openProjectSchema, { paste: { name: 'desk', text: 'tools = []' } }],
  [trustSchema, { trusted: true }],
  [saveFileSchema, { text: '', baseHash: null }],
  [startRunSchema, { project: 'p', network: 'n', message: '' }],
  [startRunSchema, { project: 'p', network: 'n', message: 'hi', session: 's', sly: '{}', deps: '{}' }],
  [runCommandSchema, { id: '1', kind: 'cancel' }],
  [runCommandSchema, { id: '1', kind: 'approve', call: 'r.a.t1.1', argsSha: 'a'.repeat(64), decision: 'approve' }],
  [runCommandSchema, { id: '1', kind: 'approve', call: 'c', argsSha: 'a'.repeat(64), decision: 'edit', args: '{}' }],
  [tailsSchema, { watch: [{ run: 'r', after: -1 }] }],
  [putSlySchema, { json: '{}' }],
  [revealSchema, { key: 'k' }],
  [modelSettingsSchema, { baseUrl: null, modelName: 'm', apiKey: null }],
  [modelSettingsSchema, { baseUrl: null, modelName: null, api: 'responses' }],
  [modelSettingsSchema, { baseUrl: null, modelName: null, reasoningTags: 'fold', strictRoles: true }],
  [openProjectSchema, { server: { address: 'http://a.b', confirmed: true } }],
] as const

const bad = [
  [openProjectSchema, {}],
  [openProjectSchema, { path: '' }],
  [openProjectSchema, { path: '/x', sample: 'studio' }],
  [trustSchema, { trusted: 'yes' }],
  [saveFileSchema, { text: 'x' }],
  [startRunSchema, { project: 'p', network: 'n' }],
  [startRunSchema, { project: 'p', network: 'n', message: 'x', sly: {} }],
  [startRunSchema, { project: 'p', network: 'n', message: 'x'.repeat(1_000_001) }],
  [runCommandSchema, { id: '1', kind: 'approve' }],
  [runCommandSchema, { id: '1', kind: 'approve', call: 'c', argsSha: 'a'.repeat(64), decision: 'perhaps' }],
  [runCommandSchema, { id: '1', kind: 'approve', call: 'c', argsSha: 'short', decision: 'approve' }],
  [tailsSchema, { watch: [{ run: 'r', after: -2 }] }],
  [tailsSchema, { watch: [{ run: 'r', after: 0.5 }] }],
  [tailsSchema, { watch: Array.from({ length: 201 }, () => ({ run: 'r', after: 0 })) }],
  [modelSettingsSchema, { baseUrl: null }],
  [modelSettingsSchema, { baseUrl: null, modelName: null, api: 'both' }],
  [modelSettingsSchema, { baseUrl: null, modelName: null, reasoningTags: 'drop' }],
  [openProjectSchema, { server: { address: '' } }],
] as const

describe('the bodies of commands', () => {
  test.each(good)('%# what is meant is accepted as it is', (schema, body) => {
    expect(schema.parse(body)).toEqual(body)
  })

  test.each(good)('%# a field that nobody knows is refused', (schema, body) => {
    expect(schema.safeParse({ ...body, surprise: 1 }).success).toBe(false)
    expect(schema.safeParse([body]).success).toBe(false)
  })

  test.each(bad)('%# what is not meant is refused', (schema, body) => {
    expect(schema.safeParse(body).success).toBe(false)
  })
})
