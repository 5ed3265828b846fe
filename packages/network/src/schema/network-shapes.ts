// Keys of a network, of its entries, and of what stands in them.
import type { KeySpec, SchemaTable } from '@slyglass/hocon/language'
import { any, flag, flagOrList, flagOrText, list, number, object, objectOrText, text, textOrList } from './keys.ts'
import { LLM_SHAPES } from './llm-shapes.ts'
import { STUDIO_SHAPES } from './studio-shapes.ts'

const PARAMETER_TYPES = ['string', 'integer', 'int', 'number', 'float', 'boolean', 'bool', 'array', 'object']

const LLM_CONFIG: KeySpec = object(
  'llm_config',
  'The model and its settings; those of an entry are laid over those of the network.',
  {
    shape: 'llm_config',
    on: ['agent'],
  },
)

/** Settings that stand at the network for all its agents, or in one entry. */
const RUN_KEYS: readonly KeySpec[] = [
  flagOrText('verbose', 'Prints what happens at the server.', {
    values: ['true', 'false', 'extra', 'logging'],
    on: ['agent'],
  }),
  number('max_steps', 'Steps of one run of an agent.', { fallback: '10000', on: ['agent'] }),
  number('max_iterations', 'Older name of max_steps, which wins.', { on: ['agent'] }),
  number('max_execution_seconds', 'Seconds that one run of an agent may take.', { fallback: '300', on: ['agent'] }),
  number('max_attempts', 'How often a failing agent is run.', { fallback: '3', on: ['agent'] }),
  text('error_formatter', 'The form of an error that goes to the caller.', {
    values: ['string', 'json'],
    fallback: 'string',
    on: ['agent'],
  }),
  list('error_fragments', 'Texts in an answer that make it an error.', { on: ['agent'] }),
]

const ENTRY: readonly KeySpec[] = [
  text('name', 'The name by which others call it: letters, digits, _ and -. Each one only once.'),
  objectOrText('function', 'What callers are told about it, and what they may pass.', { shape: 'function' }),
  text('instructions', 'The system prompt of an agent.', { on: ['agent'] }),
  text('command', 'Added to each inquiry of an inner agent.', { on: ['agent'] }),
  list('tools', 'Who this agent may call: entries, /networks, addresses, MCP servers. In the order the model sees.', {
    names: 'callee',
    shape: 'mcp_reference',
    on: ['agent'],
  }),
  text('class', 'Code that runs instead of a model, as module.ClassName.', { names: 'class', on: ['coded-tool'] }),
  text('toolbox', 'A ready-made tool, by its name in the toolbox.', { names: 'toolbox', on: ['toolbox-tool'] }),
  object('args', 'Fixed arguments; they beat those of the model.', { shape: 'args' }),
  object('allow', 'What may pass the borders of the network.', { shape: 'allow' }),
  text('display_as', 'How the entry is shown.', {
    values: ['llm_agent', 'coded_tool', 'langchain_tool', 'external_agent'],
  }),
  number('max_message_history', 'How many past messages the front man sees.', { on: ['agent'] }),
  textOrList('structure_formats', 'Takes a structure out of the answer of the front man.', {
    values: ['json'],
    on: ['agent'],
  }),
  list('middleware', 'Code around the calls of the model, outermost first.', { shape: 'middleware', on: ['agent'] }),
  object('metadata', 'Free facts about the entry.'),
  object('studio', 'What only this studio knows.', { shape: 'studio' }),
  LLM_CONFIG,
  ...RUN_KEYS,
]

const GATE = 'true, false, a list of keys, or keys with true, false or a new name'

export const NETWORK_SCHEMA: SchemaTable = {
  ...LLM_SHAPES,
  ...STUDIO_SHAPES,
  file: {
    keys: [
      list('tools', 'All entries of the network. The first one is the front man, who answers people.', {
        shape: 'entry',
      }),
      object('metadata', 'What people are told about the network.', { shape: 'metadata' }),
      LLM_CONFIG,
      object('commondefs', 'Texts and values that stand for something in all entries.', { shape: 'commondefs' }),
      object('sly_data_schema', 'Which private values the network wants.', { shape: 'schema' }),
      number('request_timeout_seconds', 'Seconds a whole request may take.', { fallback: 'no limit' }),
      text('llm_info_file', 'A file with models of your own.', { names: 'file' }),
      text('toolbox_info_file', 'A file with tools of your own.', { names: 'file' }),
      text('agent_llm_info_file', 'The same as llm_info_file, which it beats.', { names: 'file' }),
      text('agent_toolbox_info_file', 'The same as toolbox_info_file, which it beats.', { names: 'file' }),
      object('studio', 'What only this studio knows.', { shape: 'studio' }),
      ...RUN_KEYS,
    ],
  },
  entry: { keys: ENTRY },
  function: {
    keys: [
      text('description', 'When to call it and what it gives back. The model decides by this text alone.'),
      object('parameters', 'What callers pass, as a JSON schema of type object.', { shape: 'schema' }),
      text('name', 'Leave this out: it may only repeat the name of the entry.'),
      object('sly_data_schema', 'Which private values it wants.', { shape: 'schema' }),
      object('sly_data_output_schema', 'Which private values it gives back.', { shape: 'schema' }),
      text('invocation', 'Whether people chat with the network or events start it.', { values: ['chatbot', 'event'] }),
    ],
  },
  schema: {
    keys: [
      text('type', 'What kind of value this is.', { values: PARAMETER_TYPES }),
      text('description', 'What it means, for the model.'),
      object('properties', 'The parts of an object, by name.', { shape: 'properties' }),
      list('required', 'Names of the parts that must be there.', { names: 'property' }),
      object('items', 'What the items of an array are.', { shape: 'schema' }),
      list('enum', 'The values that are allowed. neuro-san does not tell the model: say them in the description.'),
      any('default', 'Counts when nothing is passed. neuro-san does not tell the model.'),
    ],
  },
  properties: { keys: [], others: { kinds: ['object'], about: 'A parameter.', shape: 'schema' } },
  args: { keys: [list('tools', 'Entries that the code may call.', { names: 'entry' })] },
  allow: {
    keys: [
      flag('connectivity', 'Tells clients what lies below this entry.', { fallback: 'true' }),
      object('to_downstream', 'What goes to other networks that are called.', { shape: 'gate' }),
      object('from_downstream', 'What comes back from them.', { shape: 'gate' }),
      object('to_upstream', 'What goes back to the client; counts on the front man only.', { shape: 'gate' }),
      object('to_tracing', 'What goes to tracing.', { shape: 'gate' }),
      flag('reservations', 'Lets code make networks for a while.', { fallback: 'false' }),
      flagOrList('sly_data', `Older form of to_downstream.sly_data: ${GATE}.`, {
        names: 'private-key',
        shape: 'verdicts',
      }),
    ],
  },
  gate: {
    keys: [
      flagOrList('sly_data', `Which private keys pass: ${GATE}.`, {
        names: 'private-key',
        shape: 'verdicts',
        fallback: 'nothing passes',
      }),
      flagOrList('messages', 'Which messages of the called network pass.'),
    ],
  },
  verdicts: {
    keys: [],
    others: {
      kinds: ['flag', 'text'],
      about: 'Whether the key passes, or the name it passes by.',
    },
    keyNames: 'private-key',
  },
  mcp_reference: {
    keys: [
      text('url', 'Address of an MCP server.'),
      list('tools', 'Which of its tools are offered.', { fallback: 'all' }),
    ],
  },
  middleware: {
    keys: [
      text('class', 'The class, as package.module.ClassName.', { names: 'class' }),
      object('args', 'What it is made with.'),
      any('checkpointer', 'Where it keeps its state.'),
    ],
  },
  metadata: {
    keys: [
      text('description', 'One or two sentences about the network.'),
      list('tags', 'Words by which it is found.'),
      list('sample_queries', 'Questions to begin with.'),
    ],
  },
  commondefs: {
    keys: [
      object('replacement_strings', 'Texts: {name} in any text of an entry becomes the text.', { shape: 'strings' }),
      object('replacement_values', 'Values: a text that is exactly the name becomes the value.', { shape: 'values' }),
    ],
  },
  strings: { keys: [], others: { kinds: ['text'], about: 'A text that stands for {name}.' } },
  values: { keys: [], others: { kinds: ['any'], about: 'A value that stands for its name.' } },
}
