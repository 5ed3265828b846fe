import { defineTool, fail } from 'slyglass'

// A real tool would ask a service here, with `ctx.signal` so that it can be stopped.
const NOW: Readonly<Record<string, string>> = {
  paris: 'Sunny, 22°C',
  tokyo: 'Cloudy, 26°C',
  oslo: 'Rain, 11°C',
}

/** Tells the present weather. What it cannot answer is a failure in words, which a model can act on. */
export const getWeather = defineTool({
  name: 'get_weather',
  description: 'Tells the present weather of a city.',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
  category: 'read',
  timeoutMs: 5_000,
  retries: 1,
  execute: (args) => {
    console.debug('args: %o', args)
    const { location } = args
    if (typeof location !== 'string' || location.trim() === '') return fail("Parameter 'location' is required")
    const city = location.trim()
    const weather = NOW[city.toLowerCase()]
    return weather === undefined ? fail(`No weather is known for ${city}`) : `Weather in ${city}: ${weather}`
  },
})
