import { defineTool, fail } from 'slyglass'
import { withStation } from './weather_station.ts'

interface Reading {
  readonly city: string
  readonly sky: string
  readonly celsius: number
}

/** Fetches, then formats; the first thing that goes wrong is what is told. The limit stands before both, and not in here. */
export const weatherService = defineTool({
  name: 'weather_service',
  description: 'Asks the weather service about a city.',
  parameters: {
    type: 'object',
    properties: { location: { type: 'string', minLength: 1, description: 'Name of the city, such as Paris.' } },
    required: ['location'],
  },
  category: 'search',
  timeoutMs: 5_000,
  // Without this variable the tool is not offered. It goes to this tool alone, and no model reads it.
  env: ['WEATHER_API_KEY'],
  rateLimit: { calls: 100, perMs: 60_000, key: 'deps.user_id', tier: 'deps.tier', tiers: { default: 100, premium: 1000 } },
  execute: (args, ctx) => {
    console.debug('args: %o', args)
    return withStation(async (address) => {
      const headers = { authorization: `Bearer ${ctx.env.WEATHER_API_KEY}` }
      const reply = await fetch(`${address}/now/${encodeURIComponent(String(args.location))}`, { headers, signal: ctx.signal })
      if (reply.status === 401) return fail('The weather service does not know this key', { category: 'permission' })
      if (!reply.ok) return fail(`The weather service answered ${reply.status} for ${args.location}`, { category: 'external' })
      return format((await reply.json()) as Reading)
    })
  },
})

const format = ({ city, sky, celsius }: Reading): string => `Weather in ${city}: ${sky}, ${celsius}°C`
