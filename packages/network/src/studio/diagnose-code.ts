// Code mode that cannot work as written: nobody may run code, or nobody can read the file in which its tools are declared.
import { type HoconObject, type HoconValue, valueAt } from '@slyglass/hocon'
import type { Diagnostic } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { partOf, say } from '../say.ts'

export function diagnoseCodeMode(root: HoconValue, entries: readonly EntrySource[]): readonly Diagnostic[] {
  const whole = root.kind === 'object' ? valueAt(root, 'studio') : undefined
  const network = whole?.kind === 'object' ? whole : undefined
  return entries.flatMap((agent) => (agent.entry.kind === 'agent' ? diagnoseAgent(network, agent, entries) : []))
}

function diagnoseAgent(
  network: HoconObject | undefined,
  agent: EntrySource,
  entries: readonly EntrySource[],
): readonly Diagnostic[] {
  const { name } = agent.entry
  const written = (...path: readonly string[]): HoconValue | undefined =>
    partOf(agent.value, 'studio', ...path) ?? (network && partOf(network, ...path))
  const text = (...path: readonly string[]) => {
    const value = written(...path)
    return value?.kind === 'string' ? value : undefined
  }
  const enabled = written('code_mode', 'enabled')
  if (enabled?.kind !== 'boolean' || !enabled.flag) return []
  const [allowed, stub] = [written('allowed_tools'), text('code_mode', 'stub')]
  const hint = (code: string, message: string, value: HoconValue) =>
    say('warning', code, message, value.origin.place, name)
  const isShut = allowed?.kind === 'list' && text('profile')?.text === 'bub' && !allowed.items.some(isRunCode)
  return [
    ...(isShut ? [hint('code-mode-off', `code_mode is on, but ${name} may not use run_code`, allowed)] : []),
    ...(stub && stub.text !== 'prompt' && !readsFiles(agent, entries)
      ? [hint('stub-unread', `no tool of ${name} reads files, so add file_read or write stub = prompt`, stub)]
      : []),
  ]
}

const isRunCode = (item: HoconValue): boolean => item.kind === 'string' && /^\s*run_code\s*$/i.test(item.text)

const READERS =
  /^(?:(?:slyglass\.)?(?:file_read|file_grep|files\.File(?:Read|Grep)|shell\.\w+)|bash|fs\.read|read_file)$/

/** Servers and other networks may bring a tool that does. */
function readsFiles({ entry, references }: EntrySource, entries: readonly EntrySource[]): boolean {
  return (
    references.some(({ kind }) => kind === 'mcp' || kind === 'network') ||
    entries.some(({ entry: tool, value }) => {
      const runtime = partOf(value, 'studio', 'runtime_name')
      const known = [tool.name, tool.toolbox, tool.className, runtime?.kind === 'string' ? runtime.text : undefined]
      return entry.tools.some(({ name }) => name === tool.name) && known.some((one) => one && READERS.test(one))
    })
  )
}
