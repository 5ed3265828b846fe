import { z } from 'zod'

const AS = [
  'duration_ns',
  'bytes',
  'period',
  'int',
  'long',
  'double',
  'boolean',
  'string',
  'list',
  'int_list',
  'string_list',
  'has_path',
] as const

/** The parts of a vector that say what to run. What must come out is compared as exact JSON. */
export const vectorSchema = z.object({
  name: z.string(),
  input: z.string(),
  files: z.record(z.string(), z.string()).optional(),
  filename: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  fallback: z.string().nullish(),
  get: z.object({ path: z.string(), as: z.enum(AS) }).nullish(),
  expected_error: z.object({ kind: z.string(), line: z.number().nullish() }).nullish(),
})

export type Vector = z.infer<typeof vectorSchema>
