// Plain values are results. A text reaches the model as it is, everything else as JSON.
import { defineTool } from 'slyglass'

export const textResult = defineTool({
  name: 'text_result',
  description: 'Gives a text.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return 'Weather in Paris: Sunny, 22°C'
  },
})

export const numberResult = defineTool({
  name: 'number_result',
  description: 'Gives a number.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return 42
  },
})

export const mapResult = defineTool({
  name: 'map_result',
  description: 'Gives values with names.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return { temperature: 22, conditions: 'sunny', humidity: 65 }
  },
})

export const listResult = defineTool({
  name: 'list_result',
  description: 'Gives a list.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return ['result1', 'result2', 'result3']
  },
})
