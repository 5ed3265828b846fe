// A project whose network asks for the rules of calls: approvals, attempts, hooks, a mock, kept results, things to do.

import { writeFiles } from './files.ts'
import { temporaryFolder } from './studio.ts'

const NETWORK = `{
  studio {
    parallel_tool_calls = true
    todos { enabled = true }
    approvals { timeout_ms = 900000 }
    session { max_turns = 20, max_budget_tokens = 4000 }
    hooks = [
      { event = pre_tool_use, name = tidy_path, run = "hooks/paths.ts#tidyPath", match = "remove" }
      { event = pre_tool_use, name = no_secrets, run = "hooks/paths.ts#noSecrets", match = "peek" }
      { event = post_tool_use, name = shorten, run = "hooks/paths.ts#shorten", match = "report" }
    ]
    mocks { pay { result = { paid = true }, delay_ms = 40 } }
  }
  tools = [
    {
      name = porter
      function.description = "Does errands in a house."
      instructions = "Do what is asked with your tools."
      tools = [remove, post_note, peek, shaky, slow, weather, report, pay]
    }
    {
      name = remove, class = "errands.Remove"
      function { description = "Removes a file.", parameters { type = object, required = [path], properties {
        path { type = string, description = "Which file." } } } }
      studio { requires_approval = true, category = write }
    }
    {
      name = post_note, class = "errands.Send"
      function { description = "Sends a note.", parameters { type = object, required = [to, text], properties {
        to { type = string, description = "Who gets it." }, text { type = string }, copies { type = int } } } }
      studio { requires_approval = true, category = communicate }
    }
    {
      name = peek, class = "errands.Peek"
      function { description = "Looks into a drawer.", parameters { type = object, required = [drawer], properties {
        drawer { type = string } } } }
    }
    {
      name = shaky, class = "errands.Shaky"
      function { description = "Rings at a door that opens the second time.", parameters { type = object, properties {
        door { type = string } } } }
      studio { retries = 2, retry_backoff_ms = 150 }
    }
    {
      name = slow, class = "errands.Slow"
      function { description = "Waits for a parcel.", parameters { type = object, properties {
        ms { type = int } } } }
      studio { retries = 1, timeout_ms = 700, target_ms = 300, max_ms = 900 }
    }
    {
      name = weather, class = "errands.Weather"
      function { description = "Tells the weather.", parameters { type = object, required = [town], properties {
        town { type = string } } } }
      studio { cache { ttl_ms = 60000, key = [town] }, rate_limit { calls = 3, per_ms = 60000 } }
    }
    {
      name = report, class = "errands.Report"
      function { description = "Writes a long report.", parameters { type = object, required = [lines], properties {
        lines { type = int, description = "How many lines." }, title { type = string } } } }
      studio { max_output_chars = 2000 }
    }
    {
      name = pay, class = "errands.Pay"
      function { description = "Pays a bill.", parameters { type = object, required = [amount], properties {
        amount { type = number } } } }
      studio { category = execute }
    }
  ]
}`

const call = (name: string, args: object = {}) => ({ name, arguments: args })

const SCRIPT = {
  usage: { prompt_tokens: 220, completion_tokens: 40 },
  rules: [
    {
      user: 'tidy',
      tool_results: 0,
      answer: {
        tool_calls: [call('remove', { path: './old.txt' }), call('post_note', { to: 'Kim', text: 'Gone soon.' })],
      },
    },
    { user: 'tidy', answer: { content: 'Both errands are answered. {{tool}}' } },
    {
      user: 'round',
      tool_results: 0,
      answer: {
        tool_calls: [
          call('slow', { ms: 450 }),
          call('shaky', { door: 'blue' }),
          call('weather', { town: 'Graz' }),
          call('peek', { drawer: 'secret' }),
        ],
      },
    },
    {
      user: 'round',
      tool_results: 4,
      answer: {
        tool_calls: [
          call('weather', { town: 'Graz' }),
          call('pay', { amount: 12.5 }),
          call('report', { lines: 'many', title: 'House' }),
          call('slow', { ms: 4000 }),
        ],
      },
    },
    {
      user: 'round',
      tool_results: 8,
      answer: { tool_calls: [call('report', { lines: 400 }), call('remember', {})] },
    },
    { user: 'round', answer: { content: 'The round is done.' } },
    {
      user: 'plan',
      tool_results: 0,
      answer: { tool_calls: [call('add_todo', { text: 'Feed the cat', priority: 'high', status: 'in_progress' })] },
    },
    { user: 'plan', tool_results: 1, answer: { tool_calls: [call('add_todo', { text: 'Water the plants' })] } },
    {
      user: 'plan',
      tool_results: 2,
      answer: { tool_calls: [call('add_todo', { text: 'Fetch the post', priority: 'low' })] },
    },
    { user: 'plan', tool_results: 3, answer: { tool_calls: [call('complete_todo', { id: 1 })] } },
    {
      user: 'plan',
      tool_results: 4,
      answer: { tool_calls: [call('update_todo', { id: 2, status: 'in_progress' })] },
    },
    { user: 'plan', answer: { content: 'The list is written.' } },
    { answer: { content: 'Say tidy, round or plan.' } },
  ],
}

const TOOLS = `
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const rung = new Map<string, number>()

export class Remove {
  async asyncInvoke(args: { path: string }) { return 'removed ' + args.path }
}
export class Send {
  async asyncInvoke(args: { to: string; text: string }) { return { sent: true, to: args.to } }
}
export class Peek {
  async asyncInvoke(args: { drawer: string }, slyData: Record<string, unknown>) {
    console.log('the drawer ' + args.drawer + ' is open')
    return { drawer: args.drawer, owner: slyData.owner === undefined ? 'unknown' : 'known' }
  }
}
export class Shaky {
  async asyncInvoke(args: { door?: string }) {
    const door = args.door ?? 'front'
    const times = (rung.get(door) ?? 0) + 1
    rung.set(door, times)
    if (times % 2 === 1) throw new Error('nobody opened the ' + door + ' door')
    return 'the ' + door + ' door is open'
  }
}
export class Slow {
  async asyncInvoke(args: { ms?: number }) { await pause(args.ms ?? 0); return 'the parcel came' }
}
export class Weather {
  async asyncInvoke(args: { town: string }) { return { town: args.town, sky: 'clear', degrees: 21.50 } }
}
export class Report {
  async asyncInvoke(args: { lines: number }) {
    return Array.from({ length: args.lines }, (_, n) => 'line ' + (n + 1) + ' of the report').join('\\n')
  }
}
export class Pay {
  async asyncInvoke() { throw new Error('the mock answers') }
}
`

const HOOKS = `
export function tidyPath(payload: { arguments?: { path?: string } }) {
  const path = payload.arguments?.path ?? ''
  return { decision: 'modify', changes: { arguments: { ...payload.arguments, path: path.replace(/^\\.\\//, '') } }, reason: 'paths are written short' }
}
export function noSecrets(payload: { arguments?: { drawer?: string } }) {
  return payload.arguments?.drawer === 'secret' ? { decision: 'deny', reason: 'the secret drawer stays shut' } : 'allow'
}
export function shorten() {
  return 'allow'
}
`

/** Writes the project into a folder of its own and gives the folder. */
export function ruledProject(): string {
  const folder = temporaryFolder('slyglass-ruled-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "porter.hocon" = true }',
    'registries/porter.hocon': NETWORK,
    'registries/porter.offline.json': JSON.stringify(SCRIPT, null, 2),
    'coded_tools/errands.ts': TOOLS,
    'hooks/paths.ts': HOOKS,
  })
  return folder
}
