import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, fail } from 'slyglass'

/** How long the register takes for one answer. */
const LOOKUP_MS = 900

/** A lookup in the register: slow, and it changes nothing, so it may run beside others. */
function lookup(name: string, description: string, find: (customer: number) => unknown) {
  return defineTool({
    name,
    description,
    parameters: {
      type: 'object',
      properties: { customer: { type: 'integer', description: 'Number of the customer.' } },
      required: ['customer'],
    },
    category: 'read',
    concurrencySafe: true,
    timeoutMs: 5_000,
    execute: async (args, ctx) => {
      console.debug('args: %o', args)
      await sleep(LOOKUP_MS, undefined, { signal: ctx.signal })
      return find(Number(args.customer))
    },
  })
}

export const fetchUser = lookup('fetch_user', 'Looks up who a customer is.', (customer) =>
  customer > 0 ? { customer, name: `Customer ${customer}`, since: 2019 } : fail(`There is no customer ${customer}`),
)

export const fetchOrders = lookup('fetch_orders', 'Looks up the orders of a customer.', (customer) => [
  { order: `O-${customer}1`, item: 'teapot' },
  { order: `O-${customer}2`, item: 'kite' },
])

export const fetchInvoices = lookup('fetch_invoices', 'Looks up the invoices of a customer.', (customer) => [
  { invoice: `I-${customer}1`, open: true },
])
