// Keys under `studio`, at a network or in an entry: what neuro-san does not know.
import type { KeySpec, SchemaTable } from '@slyglass/hocon/language'
import { any, flag, list, number, object, objectOrText, text } from './keys.ts'

/** The same keys count at the network and in an entry; the nearest wins. What is used most comes first: completion keeps the order. */
const STUDIO: readonly KeySpec[] = [
  flag('requires_approval', 'A person must agree to each call.', { fallback: 'false' }),
  number('timeout_ms', 'Milliseconds that one attempt of a call may take; null for no limit.', { fallback: '30000' }),
  number('retries', 'How often a call is made again that raised or took too long.', { fallback: '1' }),
  object('permissions', 'Which tools may be called.', { shape: 'studio_permissions' }),
  object('approvals', 'How a person is asked.', { shape: 'studio_approvals' }),
  object('limits', 'What stops a run.', { shape: 'studio_limits' }),
  object('sly', 'Rules over private values.', { shape: 'studio_sly' }),
  object('uses', 'What the tool gets of the variables of the project and of what tools share.', {
    shape: 'studio_uses',
  }),
  object('mocks', 'Results of tools that are not really called.', { shape: 'studio_mocks' }),
  text('exposure', 'Where the tool is offered.', {
    values: ['auto', 'direct', 'code', 'command'],
    only: true,
    fallback: 'auto',
  }),
  text('on_doubt', 'What happens to a call that may have run when its outcome is unknown.', {
    values: ['rerun', 'ask', 'fail'],
    only: true,
    fallback: 'rerun for reading tools, else ask',
  }),
  object('fetch', 'Rules over addresses that tools may reach.', { shape: 'studio_fetch' }),
  list('redact', 'Names of fields whose values are masked wherever they are shown.'),
  text('tool_results', 'The text form of a structured result of a Python tool.', {
    values: ['neuro_san', 'json'],
    only: true,
    fallback: 'neuro_san',
  }),
  objectOrText('environment', 'Where tools run, and what they may reach; or file.ts#name.', {
    shape: 'studio_environment',
  }),
  text('profile', 'Which habits of agents apply.', { values: ['plain', 'bub'], only: true, fallback: 'plain' }),
  flag('parallel_tool_calls', 'Runs the calls of one answer at the same time.', { fallback: 'false' }),
  object('parallel', 'Limits of calls that run at the same time.', { shape: 'studio_parallel' }),
  number('max_iterations', 'Calls of the model per run and agent.', { fallback: '10' }),
  object('session', 'Limits of a conversation.', { shape: 'studio_session' }),
  list('hooks', 'Functions around the calls of tools.', { shape: 'studio_hook' }),
  object('todos', 'A list of things to do that the agent keeps.', { shape: 'studio_todos' }),
  object('deps', 'Start value of what tools share in a session; in an entry: of what it alone gets. Nothing private.'),
  object('code_mode', 'Lets the model write code that calls the tools.', { shape: 'studio_code_mode' }),
  text('command_prefix', 'What begins a command that a person types; null for none.'),
  object('spill', 'When long results are put aside.', { shape: 'studio_spill' }),
  object('tape', 'What an agent remembers of a conversation.', { shape: 'studio_tape' }),
  list('allowed_tools', 'Names of the tools that are offered; an empty list offers none.'),
  text('prepare_tools', 'A function that chooses the offered tools, as file.ts#name.'),
  object('mcp', 'Programs that are MCP servers, by their reference such as "stdio:files".', { shape: 'studio_mcp' }),
  text('runtime_name', 'The name with dots by which code and hooks know the tool.'),
  list('retry_on', 'Which failures are tried again.', { values: ['exception', 'timeout'], only: true }),
  number('retry_backoff_ms', 'Milliseconds to wait before trying again.', { fallback: '0' }),
  text('validate_args', 'How arguments are checked: by all of JSON Schema, by names, types and enums, or not at all.', {
    values: ['strict', 'nous', 'off'],
    only: true,
    fallback: 'strict',
  }),
  text('category', 'What kind of work the tool does.', {
    values: ['read', 'write', 'execute', 'communicate', 'search'],
    only: true,
  }),
  list('tags', 'Words by which tools are found.'),
  flag('deferred', 'The model learns the schema only when it asks for it.', { fallback: 'false' }),
  flag('concurrency_safe', 'May run beside other calls.', { fallback: 'true' }),
  number('max_output_chars', 'Characters of a result that the model gets at once; it can read on.', {
    fallback: '24000',
  }),
  text('error_text', "What the model reads in place of an exception's own words; people still see those."),
  number('target_ms', 'Milliseconds a call is expected to take.', { fallback: '2000' }),
  number('max_ms', 'Milliseconds a call may take before it is pointed out.', { fallback: '10000' }),
  object('cache', 'Keeps results.', { shape: 'studio_cache' }),
  object('rate_limit', 'Limits how often the tool is called.', { shape: 'studio_rate_limit' }),
]

/** Also keys of the file of MCP servers. */
export const MCP_PROGRAM: readonly KeySpec[] = [
  text('command', 'The program, as it is found on PATH or by its whole path. It starts in trusted folders only.'),
  list('args', 'Its arguments, as they are: no shell reads them.'),
  object('env', 'Variables it gets. Write keys into the file of MCP servers, not into a network.'),
  text('cwd', 'The folder it starts in, from the project.', { fallback: '.' }),
  list('readable', 'Further folders that it may read where it is enclosed, such as ~/.npm for npx.'),
  list('tools', 'Which of its tools are offered.', { fallback: 'all' }),
]

export const STUDIO_SHAPES: SchemaTable = {
  studio: { closed: true, keys: STUDIO },
  studio_sly: {
    closed: true,
    keys: [
      list('protect', 'Private keys that are guarded although their values are short or common.', {
        names: 'private-key',
      }),
      text('policy', 'What happens when a private value is about to leave.', {
        values: ['report', 'mask', 'block'],
        only: true,
      }),
      text('keep', 'Where private values live.', { values: ['sealed', 'memory'], only: true }),
      list('fill', 'Tools that get a masked value back.', { names: 'entry' }),
    ],
  },
  studio_uses: {
    closed: true,
    keys: [
      list('env', "Variables of the project's .env that hold secrets, by name.", {
        fallback: 'those that the source of its class names',
      }),
      list('deps', 'Keys of what tools share.', { fallback: 'all' }),
    ],
  },
  studio_environment: {
    closed: true,
    keys: [
      text('kind', 'Where files and programs are.', {
        values: ['local', 'sandboxed', 'memory'],
        only: true,
        fallback: 'local',
      }),
      text('from', 'A function that chooses it, as file.ts#name.'),
      text('sandbox', 'The least enclosure of a tool; auto takes the strongest that is there.', {
        values: ['auto', 'bwrap', 'quickjs', 'permission'],
        only: true,
        fallback: 'auto',
      }),
      text('network', 'Whether tools may open connections.', { values: ['on', 'off'], only: true, fallback: 'on' }),
      text('workspace', 'Folder of the built-in tools, from the project.', { fallback: '.' }),
    ],
  },
  studio_fetch: {
    closed: true,
    keys: [list('allow', 'Addresses of this machine and its network that web tools may reach, as host or host:port.')],
  },
  studio_parallel: {
    closed: true,
    keys: [
      number('max_concurrency', 'How many calls run at the same time.', { fallback: '16' }),
      number('default_timeout_ms', 'What a tool without a timeout counts for the ceiling of a batch.', {
        fallback: '300000',
      }),
      number('headroom_ms', 'Milliseconds that the ceiling lies above the slowest tool.', { fallback: '5000' }),
    ],
  },
  studio_permissions: {
    closed: true,
    keys: [
      text('mode', 'What applies where no rule does.', {
        values: ['default', 'permissive', 'strict'],
        only: true,
        fallback: 'default',
      }),
      list('deny', 'Tools that may not be called.', { names: 'entry' }),
      list('deny_prefixes', 'Beginnings of such names.'),
      list('allow', 'Tools that may be called.', { names: 'entry' }),
      list('allow_prefixes', 'Beginnings of such names.'),
      list('approval_required', 'Tools that a person must agree to.', { names: 'entry' }),
      flag('allow_unattended_execute', 'Code may run without a person.', { fallback: 'false' }),
    ],
  },
  studio_approvals: {
    closed: true,
    keys: [
      number('timeout_ms', 'Milliseconds until a question is taken as refused.', { fallback: '300000' }),
      flag('batch', 'Asks about several calls at once.', { fallback: 'true' }),
    ],
  },
  studio_session: {
    closed: true,
    keys: [
      number('max_turns', 'Turns of one conversation.', { fallback: '10' }),
      number('max_budget_tokens', 'Tokens of one conversation.', { fallback: '200000' }),
      number('compact_after_turns', 'Turns after which older ones are left out of what models are told.', {
        fallback: '20',
      }),
    ],
  },
  studio_limits: {
    closed: true,
    keys: [
      number('tool_calls', 'Calls of tools in one run.', { fallback: '64' }),
      number('same_call_repeats', 'How often the very same call may be made.', { fallback: '3' }),
    ],
  },
  studio_hook: {
    closed: true,
    keys: [
      text('event', 'When it runs.', {
        values: ['session_start', 'pre_request', 'post_response', 'pre_tool_use', 'post_tool_use', 'session_end'],
        only: true,
      }),
      text('name', 'How it is called in the trace.'),
      text('match', 'Names of tools, with * for any part, or a regular expression between slashes.'),
      text('run', 'The function, as file.ts#name.'),
      list('command', 'A program and its arguments, in place of a function.'),
      number('priority', 'Lower ones run first.', { fallback: '100' }),
      flag('fail_closed', 'A failure of the hook refuses the call.', { fallback: 'false' }),
      flag('observe_denied', 'Sees refused calls, too.', { fallback: 'false' }),
      number('timeout_ms', 'Milliseconds it may take.', { fallback: '10000' }),
    ],
  },
  studio_todos: {
    closed: true,
    keys: [
      flag('enabled', 'Offers the tools for it.', { fallback: 'false' }),
      text('render', 'When the list is shown to the model.', { values: ['run_start', 'per_request'], only: true }),
    ],
  },
  studio_code_mode: {
    closed: true,
    keys: [
      flag('enabled', 'Turns it on.', { fallback: 'false' }),
      text('mode', 'Code alone, or code beside plain calls.', { values: ['code', 'both'], only: true }),
      text('language', 'What the code is written in.', { values: ['auto', 'python', 'javascript'], only: true }),
      number('timeout_ms', 'Milliseconds the code may run.', { fallback: '120000' }),
      number('memory_mb', 'Megabytes the code may use.', { fallback: '256' }),
      number('output_bytes', 'Bytes of output that are kept.', { fallback: '1000000' }),
      flag('media_tools', 'Offers tools for pictures and sound.', { fallback: 'true' }),
      text('stub', 'How tools are described: in the prompt, or in files of a folder.', { fallback: 'prompt' }),
      text('model', 'The model that code asks when it names none: provider:model, or file.ts#name.'),
      text('tools', 'A function that chooses the tools of a run, as file.ts#name.'),
    ],
  },
  studio_spill: { closed: true, keys: [number('threshold_tokens', 'Tokens from which on a result is put aside.')] },
  studio_tape: {
    closed: true,
    keys: [
      text('context', 'From where on the past is told.', { fallback: 'last_anchor' }),
      flag('include_anchor', 'Tells the anchor itself, too.', { fallback: 'true' }),
      text('selector', 'A function that chooses what is told, as file.ts#name.'),
    ],
  },
  studio_cache: {
    closed: true,
    keys: [
      number('ttl_ms', 'Milliseconds a result is kept.', { fallback: '300000' }),
      list('key', 'What makes two calls the same, such as args.url.'),
    ],
  },
  studio_rate_limit: {
    closed: true,
    keys: [
      number('calls', 'Calls in that time.', { fallback: '60' }),
      number('per_ms', 'Milliseconds that are counted over.', { fallback: '60000' }),
      text('key', 'Whose calls are counted together, such as deps.user_id.'),
      text('tier', 'Where the tier is read, such as deps.tier.'),
      object('tiers', 'Calls by tier; an unknown tier counts as calls.'),
    ],
  },
  studio_mcp: {
    keys: [],
    others: { kinds: ['object'], about: 'A program that speaks MCP on its standard streams.', shape: 'mcp_program' },
  },
  mcp_program: { closed: true, keys: MCP_PROGRAM },
  studio_mocks: {
    keyNames: 'entry',
    others: { kinds: ['object'], about: 'What the tool gives in place of being called.', shape: 'studio_mock' },
    keys: [],
  },
  studio_mock: {
    closed: true,
    keys: [
      any('result', 'The result.'),
      any('fail', 'A failure that the tool returns; it is not tried again.'),
      text('raise', 'The words of an exception; it is tried again.'),
      number('delay_ms', 'Milliseconds before that.', { fallback: '0' }),
    ],
  },
}
