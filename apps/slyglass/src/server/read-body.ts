import { err, ok, type Result } from '@slyglass/base'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Refusal } from '../refusal.ts'

/** A command's body, parsed at the door: inside, the type is true. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<Result<z.infer<Schema>, Refusal>> {
  const json = await readJson(context)
  if (!json.ok) return json
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return ok(parsed.data)
  // Zod's messages name types and keys, never values.
  const [issue] = parsed.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
  return err({
    status: 400,
    code: 'body',
    message: `The request's body is not what is expected${where}: ${issue?.message}`,
  })
}

async function readJson(context: Context): Promise<Result<unknown, Refusal>> {
  try {
    return ok(JSON.parse(await context.req.text()) as unknown)
  } catch (cause) {
    if (context.req.raw.signal.aborted) return err({ status: 400, code: 'body', message: 'The request broke off.' })
    if (!(cause instanceof SyntaxError)) throw cause
    return err({ status: 400, code: 'body', message: 'The body of the request is not JSON.' })
  }
}
