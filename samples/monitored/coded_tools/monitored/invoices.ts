import { readFile } from 'node:fs/promises'
import { defineTool, fail } from 'slyglass'
import { health } from './health.ts'

const BOOK = 'data/monitored/invoices.json'

interface Invoice {
  readonly to: string
  readonly cents: number
}

const number = { type: 'integer', minimum: 1, description: 'Number of the invoice.' } as const

/** Its arguments hold a password, two levels down. The record of the call does not. */
export const sendInvoice = defineTool({
  name: 'send_invoice',
  description: 'Sends an invoice to its customer.',
  parameters: {
    type: 'object',
    properties: {
      number,
      mailbox: {
        type: 'object',
        properties: { name: { type: 'string' }, password: { type: 'string' } },
        description: 'Where it is sent from.',
      },
    },
    required: ['number'],
  },
  category: 'communicate',
  retries: 0,
  health,
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    const invoice = await find(Number(args.number))
    if (invoice === undefined) return fail(`There is no invoice ${args.number}`, { category: 'validation' })
    return `Invoice ${args.number} went to ${invoice.to} for ${ctx.deps.user_id}.`
  },
})

/** Raises something that is nobody's business but ours. */
export const bookInvoice = defineTool({
  name: 'book_invoice',
  description: 'Books an invoice.',
  parameters: { type: 'object', properties: { number }, required: ['number'] },
  category: 'write',
  errorText: 'Internal tool error',
  execute: (args) => {
    console.debug('args: %o', args)
    throw new Error(`table ledger_2026 is locked by job nightly-close, invoice ${args.number} waits`)
  },
})

async function find(wanted: number): Promise<Invoice | undefined> {
  const book = JSON.parse(await readFile(BOOK, 'utf8')) as Readonly<Record<string, Invoice>>
  return Object.hasOwn(book, String(wanted)) ? book[String(wanted)] : undefined
}
