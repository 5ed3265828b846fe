// Tools that any network may name as `toolbox`, as their models are told of them. What they do lies behind the tool host port.
import { isJsonObject, type Json, type JsonObject } from '@slyglass/base'
import { plainJson } from '../define/plain-json.ts'
import { OFFERED_TODOS } from '../todos/offered-todos.ts'

/** Classes with this beginning are the studio's own and are looked for nowhere else. */
export const OWN_CLASSES = 'slyglass.'

/** Classes over the list of things to do: the runtime itself runs them, because the list is among what tools share. */
export const TODO_CLASSES = 'slyglass.todos.'

const TEXT = { type: 'string' }
const NUMBER = { type: 'integer' }
const FLAG = { type: 'boolean' }
const PATH = { ...TEXT, description: 'Path below the workspace.' }
const FOLDER = { ...TEXT, description: 'Folder below the workspace to look in. Default: the workspace itself.' }
const URL = { ...TEXT, description: 'Address, with http:// or https://.' }
const DATA = { type: ['object', 'array', 'string'], description: 'What is sent: JSON, or text as it is.' }
const HEADERS = { type: 'object', description: 'Further header fields.', additionalProperties: TEXT }

const READS = { category: 'read', retries: 0 }
const WRITES = { category: 'write', retries: 0, requires_approval: true, concurrency_safe: false }
/** The tool's own limit of time counts, not that of an attempt. */
const RUNS = { category: 'execute', retries: 0, requires_approval: true, concurrency_safe: false, timeout_ms: 660_000 }
/** Of commands that a person agreed to. */
const ENDS = { category: 'execute', retries: 0 }
const ASKS = { category: 'search', retries: 0 }
const SENDS = { category: 'communicate', retries: 0 }

interface Written {
  readonly class: string
  readonly description: string
  readonly properties: object
  readonly required?: readonly string[]
  readonly studio: object
}

const sends = (method: string, verb: string): Written => ({
  class: `slyglass.web.Requests${method}`,
  description: `${verb} Answers with the body as text.`,
  properties: { url: URL, ...(method === 'Get' || method === 'Delete' ? {} : { data: DATA }), headers: HEADERS },
  required: ['url'],
  studio: method === 'Get' ? ASKS : SENDS,
})

/** They take and give the same, so that one word swaps the provider. */
const searches = (provider: string, verb: string): Written => ({
  class: `slyglass.search.${provider}`,
  description: `${verb} Answers with titles, addresses and snippets.`,
  properties: {
    query: { ...TEXT, description: 'What is looked for.' },
    count: { ...NUMBER, description: 'How many results. Default: 5.', minimum: 1, maximum: 20 },
  },
  required: ['query'],
  studio: ASKS,
})

const WRITTEN: Readonly<Record<string, Written>> = {
  file_read: {
    class: 'slyglass.files.FileRead',
    description: 'Reads a text file. Each line comes as its number, a tab and its text.',
    properties: {
      file_path: PATH,
      offset: { ...NUMBER, description: 'First line. Default: 1.', minimum: 1 },
      limit: { ...NUMBER, description: 'How many lines. Default: 2000.', minimum: 1 },
    },
    required: ['file_path'],
    studio: READS,
  },
  file_write: {
    class: 'slyglass.files.FileWrite',
    description: 'Writes a text file, over one that is there. Folders above it are made.',
    properties: { file_path: PATH, content: TEXT },
    required: ['file_path', 'content'],
    studio: WRITES,
  },
  file_edit: {
    class: 'slyglass.files.FileEdit',
    description: 'Replaces a text in a file. The text must be there exactly once, unless replace_all is true.',
    properties: {
      file_path: PATH,
      old_string: { ...TEXT, description: 'The text as it stands in the file.' },
      new_string: { ...TEXT, description: 'The text in its place.' },
      replace_all: { type: 'boolean', description: 'Replaces every place. Default: false.' },
    },
    required: ['file_path', 'old_string', 'new_string'],
    studio: WRITES,
  },
  file_glob: {
    class: 'slyglass.files.FileGlob',
    description: 'Lists files whose path fits a pattern, newest first, at most 200.',
    properties: { pattern: { ...TEXT, description: 'Such as **/*.ts.' }, path: FOLDER },
    required: ['pattern'],
    studio: READS,
  },
  file_grep: {
    class: 'slyglass.files.FileGrep',
    description: 'Searches files with a regular expression. At most 250 results.',
    properties: {
      pattern: { ...TEXT, description: 'Regular expression.' },
      path: FOLDER,
      glob: { ...TEXT, description: 'Looks only into files whose path fits.' },
      output_mode: {
        type: 'string',
        enum: ['files_with_matches', 'content', 'count'],
        description: 'Default: files_with_matches.',
      },
    },
    required: ['pattern'],
    studio: READS,
  },
  bash: {
    class: 'slyglass.shell.Bash',
    description:
      'Runs a command with /bin/sh in the workspace. A person is asked first. One that takes longer goes on in the background.',
    properties: {
      command: TEXT,
      timeout: {
        ...NUMBER,
        description: 'Milliseconds after which it goes on in the background. Default: 30000.',
        minimum: 1,
        maximum: 600_000,
      },
      background: { ...FLAG, description: 'Answers at once with a shell_id.' },
    },
    required: ['command'],
    studio: RUNS,
  },
  bash_output: {
    class: 'slyglass.shell.BashOutput',
    description: 'Tells what a command in the background said since it was asked before, and whether it goes on.',
    properties: { shell_id: TEXT },
    required: ['shell_id'],
    studio: READS,
  },
  bash_kill: {
    class: 'slyglass.shell.BashKill',
    description: 'Ends a command in the background.',
    properties: { shell_id: TEXT },
    required: ['shell_id'],
    studio: ENDS,
  },
  web_fetch: {
    class: 'slyglass.web.WebFetch',
    description: 'Fetches a page of the web as text. Addresses of this machine and its network are refused.',
    properties: { url: URL },
    required: ['url'],
    studio: ASKS,
  },
  requests_get: sends('Get', 'Asks an address with GET.'),
  requests_post: sends('Post', 'Sends data to an address with POST.'),
  requests_patch: sends('Patch', 'Sends data to an address with PATCH.'),
  requests_put: sends('Put', 'Sends data to an address with PUT.'),
  requests_delete: sends('Delete', 'Asks an address with DELETE.'),
  brave_search: searches('Brave', 'Searches the web with Brave.'),
  google_serper: searches('Serper', 'Searches the web with Google, by Serper.'),
  ddgs_search: searches('DuckDuckGo', 'Searches the web with DuckDuckGo.'),
  openai_search: searches('OpenAI', 'Searches the web with the search of OpenAI.'),
}

/** By name, in the form of a toolbox file; `studio` is what counts for the tool where the network says nothing else. */
export const SHARED_TOOLS: JsonObject = new Map([
  ...Object.entries(WRITTEN).map(([name, tool]) => {
    const { class: className, description, properties, required = [], studio } = tool
    const parameters = { type: 'object', properties, required }
    return [name, asJson({ class: className, description, parameters, studio })] as const
  }),
  ...OFFERED_TODOS.map(({ name, description, parameters, settings }) => {
    const parts: readonly (readonly [string, Json])[] = [
      ['class', `${TODO_CLASSES}${name}`],
      ['description', description],
      ['parameters', parameters],
      ['studio', settings],
    ]
    return [name, new Map(parts)] as const
  }),
])

function asJson(value: object): Json {
  const json = plainJson(value)
  return isJsonObject(json) ? json : new Map()
}
