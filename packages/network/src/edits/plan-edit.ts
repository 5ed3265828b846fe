// A change of a network as text edits.
import { ok, type Result } from '@slyglass/base'
import type { DocumentEdit, NetworkEdit } from '../model.ts'
import type { NetworkInput } from '../network-source.ts'
import { planAddAaosa } from './add-aaosa.ts'
import { planAddAgent, planAddCodedTool, planAddToolboxTool } from './add-entry.ts'
import { planConnect, planDisconnect } from './connect.ts'
import { isIntended } from './expected.ts'
import { planExtract, planInline } from './extract.ts'
import { planAddInclude, planRemoveInclude } from './includes.ts'
import { planDuplicate, planMove } from './move-entry.ts'
import { planRemove } from './remove-entry.ts'
import { planRename } from './rename-entry.ts'
import { offlineScriptFile, renameInScript } from './rename-in-script.ts'
import { planSetField, planSetNetworkField } from './set-field.ts'
import { planSetPiece, planSetWhereDefined } from './set-shared.ts'
import { tryPlans } from './try-plans.ts'
import type { EditFailure, Plans, Workbench } from './workbench.ts'

/**
 * The fewest edits that make exactly this change, or why it cannot be made. A renamed entry is renamed in the script of the offline
 * model too, where `texts` has it.
 */
export function planEdit(input: NetworkInput, asked: NetworkEdit): Result<readonly DocumentEdit[], EditFailure> {
  const edit = asRename(asked)
  const planned = tryPlans(
    input,
    (bench) => plansFor(bench, edit),
    (before, after, edits) => isIntended(before, after, edit, edits),
  )
  if (!planned.ok || edit.kind !== 'rename-entry') return planned
  const script = offlineScriptFile(input.file)
  const text = Object.hasOwn(input.texts, script) ? input.texts[script] : undefined
  return text === undefined ? planned : ok([...planned.value, ...renameInScript(script, text, edit)])
}

function plansFor(bench: Workbench, edit: NetworkEdit): Plans {
  switch (edit.kind) {
    case 'rename-entry':
      return planRename(bench, edit.entry, edit.to)
    case 'add-agent':
      return edit.template === 'aaosa'
        ? planAddAaosa(bench, edit.name, edit.caller)
        : planAddAgent(bench, edit.name, edit.caller)
    case 'add-coded-tool':
      return planAddCodedTool(bench, edit)
    case 'add-toolbox-tool':
      return planAddToolboxTool(bench, edit)
    case 'connect':
      return planConnect(bench, edit.caller, edit.callee)
    case 'disconnect':
      return planDisconnect(bench, edit.caller, edit.callee)
    case 'remove-entry':
      return planRemove(bench, edit.entry)
    case 'set-field':
      return planSetField(bench, edit.entry, edit.path, edit.value)
    case 'set-network-field':
      return planSetNetworkField(bench, edit.path, edit.value)
    case 'set-where-defined':
      return planSetWhereDefined(bench, edit.entry, edit.path, edit.value)
    case 'set-piece':
      return planSetPiece(bench, edit.entry, edit.path, edit.piece, edit.text)
    case 'duplicate-entry':
      return planDuplicate(bench, edit.entry, edit.to)
    case 'move-entry':
      return planMove(bench, edit.entry, edit.before)
    case 'extract-to-commondefs':
      return planExtract(bench, edit.entry, edit.path, edit.name)
    case 'inline':
      return planInline(bench, edit.entry, edit.path)
    case 'add-include':
      return planAddInclude(bench, edit.doc)
    case 'remove-include':
      return planRemoveInclude(bench, edit.doc)
  }
}

/** A new value for the field `name` is a rename: references follow. */
function asRename(edit: NetworkEdit): NetworkEdit {
  if (edit.kind !== 'set-field' || edit.path.length !== 1 || edit.path[0] !== 'name' || typeof edit.value !== 'string')
    return edit
  return { kind: 'rename-entry', entry: edit.entry, to: edit.value }
}
