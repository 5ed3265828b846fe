// What is wrong with the script of the offline model beside a network's file: it cannot be used, or it names what is not there.
import type { HoconValue } from '@slyglass/hocon'
import { HoconView } from '@slyglass/hocon/language'
import { type Diagnostic, diagnoseScript, type Network, offlineScriptFile, type SourceRange } from '@slyglass/network'
import type { Refusal } from '../refusal.ts'
import type { ProjectFiles } from './files.ts'

/** Nothing where there is no script. */
export async function scriptProblems(
  files: Pick<ProjectFiles, 'read'>,
  root: string,
  network: Network,
): Promise<readonly Diagnostic[]> {
  const doc = offlineScriptFile(network.file)
  const read = await files.read(root, doc)
  if (!read.ok) return UNREAD.has(read.error.code) ? [unread(doc, read.error)] : []
  const { text } = read.value
  // It brings the whole library of models along, which a project without scripts does not need.
  const { readOfflineScript } = await import('@slyglass/models')
  const script = readOfflineScript(text)
  if (script.ok) {
    const rules = script.value.rules.map(({ agent, answer }) => ({ agent, calls: answer.calls }))
    return diagnoseScript(network, rules, placesIn(doc, text))
  }
  const { message: why, offset, path } = script.error
  const message = `the offline model cannot use this script: ${why}; until it is corrected, a run without a model ends with this`
  const at =
    offset === undefined ? placesIn(doc, text)(path) : { doc, from: offset, to: Math.min(offset + 1, text.length) }
  return [{ code: 'offline-script-invalid', severity: 'error', message, at, fixes: [] }]
}

const UNREAD: ReadonlySet<string> = new Set(['not-text', 'file-too-large', 'file-unreadable', 'outside'])

/** A script that is there and gives no text: runs go on as if there were none. */
function unread(doc: string, { code, message: why, hint }: Refusal): Diagnostic {
  const message = `the offline model goes without this script: ${[why, hint].filter(Boolean).join(' ')}`
  return { code, severity: 'warning', message, at: { doc, from: 0, to: 0 }, fixes: [] }
}

/** The place of a value by its path, or of the innermost one around it. The text is parsed once something is looked for. */
function placesIn(doc: string, text: string): (path: readonly (string | number)[]) => SourceRange {
  let root: HoconValue | undefined
  return (path) => {
    root ??= new HoconView({ profile: 'neuro-san', texts: { [doc]: text } }, doc).evaluation.value
    let at = root
    for (const part of path) {
      const next = partOf(at, part)
      if (next === undefined) break
      at = next
    }
    return at.origin.place
  }
}

function partOf(value: HoconValue, part: string | number): HoconValue | undefined {
  if (value.kind === 'list') return value.items[Number(part)]
  return value.kind === 'object' ? value.fields.get(String(part))?.value : undefined
}
