// Code mode that cannot work as written: nobody may run code, or nobody can read the file in which its tools are declared.
import { type HoconObject, type HoconValue, valueAt } from '@slyglass/hocon'
import type { Diagnostic } from '../model.ts'
import type { EntrySource } from '../read-network.ts'
import { partOf, say } from '../say.ts'

export function diagnoseCodeMode(root: HoconValue, entries: readonly EntrySource[]): readonly Diagnostic[] {
  const whole = root.kind === 'object' ? valueAt(root, 'studio') : undefined
  const network = whole?.kind === 'object' ? whole : undefined
  return entries
    .filter(({ entry }) => entry.kind === 'agent')
    .flatMap((agent) => diagnoseAgent(network, agent, entries))
}

function diagnoseAgent(
  network: HoconObject | undefined,
  agent: EntrySource,
  entries: readonly EntrySource[],
): readonly Diagnostic[] {
  const { name } = agent.entry
  const written = (...path: readonly string[]): HoconValue | undefined =>
    partOf(agent.value, 'studio', ...path) ?? (network === undefined ? undefined : partOf(network, ...path))
  const enabled = written('code_mode', 'enabled')
  if (enabled?.kind !== 'boolean' || !enabled.flag) return []
  const [profile, allowed, stub] = [written('profile'), written('allowed_tools'), written('code_mode', 'stub')]
  const found: Diagnostic[] = []
  if (
    profile?.kind === 'string' &&
    profile.text === 'bub' &&
    allowed?.kind === 'list' &&
    !names(allowed).includes('run_code')
  ) {
    const message = `code_mode is on, but allowed_tools leaves out run_code, so ${name} cannot run code: add it, or turn code_mode off`
    found.push(say('warning', 'code-mode-off', message, allowed.origin.place, name))
  }
  if (stub?.kind === 'string' && stub.text !== 'prompt' && !readsFiles(agent, entries)) {
    const message = `code_mode.stub puts the tools of code into a file, but no tool of ${name} reads files: add file_read, or write stub = prompt`
    found.push(say('warning', 'stub-unread', message, stub.origin.place, name))
  }
  return found
}

function names(list: Extract<HoconValue, { kind: 'list' }>): readonly string[] {
  return list.items.flatMap((item) => (item.kind === 'string' ? [item.text.trim().toLowerCase()] : []))
}

const READERS: ReadonlySet<string> = new Set(['file_read', 'file_grep', 'bash', 'fs.read', 'read_file'])
const READING_CLASSES = /^slyglass\.(?:files\.File(?:Read|Grep)|shell\.)/

/** Servers and other networks may bring a tool that does. */
function readsFiles({ entry, references }: EntrySource, entries: readonly EntrySource[]): boolean {
  if (references.some(({ kind }) => kind === 'mcp' || kind === 'network')) return true
  const listed = new Set(entry.tools.map(({ name }) => name))
  return entries.some(({ entry: tool, value }) => {
    if (!listed.has(tool.name)) return false
    const runtime = partOf(value, 'studio', 'runtime_name')
    const known = [tool.name, tool.toolbox ?? '', runtime?.kind === 'string' ? runtime.text : '']
    return known.some((name) => READERS.has(name)) || READING_CLASSES.test(tool.className ?? '')
  })
}
