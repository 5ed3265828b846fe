// Keys of the files around networks: manifest, toolbox, model table, MCP servers, test cases.
import type { KeySpec, SchemaTable } from '@slyglass/hocon/language'
import { any, flag, flagOrObject, list, number, object, text, textOrList } from './keys.ts'
import { NETWORK_SCHEMA } from './network-shapes.ts'
import { MCP_PROGRAM } from './studio-shapes.ts'

export const MANIFEST_SCHEMA: SchemaTable = {
  file: {
    keys: [],
    others: {
      kinds: ['flag', 'object'],
      about: 'A network file, seen from this folder: true serves, lists and offers it; false does not.',
      shape: 'served',
    },
    keyNames: 'network-file',
  },
  served: {
    closed: true,
    keys: [
      flag('serve', 'Can be called by name.', { fallback: 'false' }),
      flag('public', 'Is listed.', { fallback: 'false' }),
      flagOrObject('mcp', 'Is offered as an MCP tool, which lists it, too.', {
        shape: 'served_mcp',
        fallback: 'false',
      }),
      flagOrObject('periodic', 'Runs by itself, again and again.', { shape: 'periodic' }),
      flag('distributable', 'May be given to others.'),
    ],
  },
  served_mcp: {
    closed: true,
    keys: [flag('enable', 'Turns it on.', { fallback: 'true' }), text('name', 'The name of the MCP tool.')],
  },
  periodic: { closed: true, keys: [list('interactions', 'What is sent, and when.', { shape: 'interaction' })] },
  interaction: {
    closed: true,
    keys: [
      flag('enable', 'Turns it on.'),
      text('cron_schedule', 'When: five fields, or six with seconds at the end.'),
      flag('second_at_beginning', 'The seconds come first.', { fallback: 'false' }),
      text('text', 'What is sent.', { fallback: 'Do your thing' }),
      object('sly_data', 'Private values; they do not arrive in 0.7.15.'),
      object('metadata', 'Facts about the caller.'),
    ],
  },
}

export const TOOLBOX_SCHEMA: SchemaTable = {
  schema: NETWORK_SCHEMA.schema ?? { keys: [] },
  properties: NETWORK_SCHEMA.properties ?? { keys: [] },
  file: { keys: [], others: { kinds: ['object'], about: 'A tool, by the name that `toolbox` gives.', shape: 'tool' } },
  tool: {
    keys: [
      text('class', 'The code, as module.ClassName; with a description a coded tool, else one of LangChain.', {
        names: 'class',
      }),
      text('description', 'When to call it. With it the tool is a coded tool.'),
      object('parameters', 'What callers pass, as a JSON schema of type object.', { shape: 'schema' }),
      object('args', 'What a tool of LangChain is made with; those of the entry win.'),
      text('base_tool_info_url', 'Where one can read more.'),
      text('display_as', 'How the tool is shown.'),
    ],
  },
}

export const LLM_INFO_SCHEMA: SchemaTable = {
  llm_config: NETWORK_SCHEMA.llm_config ?? { keys: [] },
  file: {
    keys: [
      object('default_config', 'Settings that count where a network has none.', { shape: 'llm_config' }),
      object('classes', 'Providers of models.', { shape: 'classes' }),
    ],
    others: { kinds: ['object'], about: 'A model, by the name that `model_name` gives.', shape: 'model' },
  },
  classes: {
    keys: [list('factories', 'Classes that make models of your own.', { names: 'class' })],
    others: { kinds: ['object'], about: 'A provider.', shape: 'provider' },
  },
  provider: {
    keys: [
      text('extends', 'The provider whose settings it takes along.'),
      object('args', 'Settings and their defaults.'),
    ],
  },
  model: {
    keys: [
      text('class', 'The provider.'),
      text('use_model_name', 'The real name of the model: this is another name for it.'),
      number('context_window_size', 'Tokens of the window.'),
      number('max_output_tokens', 'The most tokens of one answer.'),
      object('modalities', 'What goes in and comes out.', { shape: 'modalities' }),
      list('capabilities', 'What it can do.', { values: ['tools'] }),
      text('knowledge_cutoff', 'Until when it knows the world.'),
      text('model_info_url', 'Where one can read more.'),
      number('price_per_1k_input_tokens', 'Price of a thousand tokens that go in.'),
      number('price_per_1k_output_tokens', 'Price of a thousand tokens that come out.'),
    ],
  },
  modalities: { keys: [list('input', 'What it reads.'), list('output', 'What it gives.')] },
}

export const MCP_INFO_SCHEMA: SchemaTable = {
  file: { keys: [], others: { kinds: ['object'], about: 'An MCP server, by its reference.', shape: 'server' } },
  server: {
    closed: true,
    keys: [object('http_headers', 'Headers of each request. Take secrets from variables.'), ...MCP_PROGRAM],
  },
}

const evaluators: readonly KeySpec[] = [
  any('value', 'Equal to this.'),
  any('less', 'As 0.7.15 does it: this is less than what came. Its documents say the opposite.'),
  any('greater', 'As 0.7.15 does it: this is greater than what came. Its documents say the opposite.'),
  textOrList('keywords', 'All of these are in it, letter case counts.'),
  textOrList('gist', 'A model judges whether this is so.'),
].flatMap((spec) => [spec, { ...spec, key: `not_${spec.key}`, about: `The opposite of ${spec.key}.` }])

export const TEST_CASE_SCHEMA: SchemaTable = {
  file: {
    closed: true,
    keys: [
      text('agent', 'The network that is tested.', { names: 'network' }),
      list('interactions', 'What is said, and what must come back.', { shape: 'turn' }),
      textOrList('connections', 'How it is reached.', {
        values: ['direct', 'http', 'https', 'mcp'],
        fallback: 'direct',
      }),
      text('success_ratio', 'How many of how many runs must pass.', { fallback: '1/1' }),
      flag('use_direct', 'Reaches other networks in the same process.', { fallback: 'false' }),
      object('metadata', 'Facts about the caller.'),
      number('timeout_in_seconds', 'Seconds the whole case may take.'),
    ],
  },
  turn: {
    closed: true,
    keys: [
      text('text', 'What is said.'),
      object('response', 'What must come back.', { shape: 'response' }),
      object('sly_data', 'Private values of this turn, instead of those so far.'),
      number('timeout_in_seconds', 'Seconds this turn may take.'),
      any('chat_filter', 'Which messages come back.', { values: ['MINIMAL', 'MAXIMAL'] }),
      flag('continue_conversation', 'The next turn remembers this one.', { fallback: 'true' }),
    ],
  },
  response: {
    closed: true,
    keys: [
      object('text', 'About the text of the answer, without its structure.', { shape: 'evaluators' }),
      object('structure', 'About the structure of the answer, key by key.', { shape: 'expected' }),
      object('sly_data', 'About the private values that came back, key by key.', { shape: 'expected' }),
    ],
  },
  evaluators: { closed: true, keys: evaluators },
  expected: {
    keys: evaluators,
    others: { kinds: ['object'], about: 'A key of what came back.', shape: 'expected' },
  },
}
