// Adding a tool of the toolbox is an edit of the network's text.
import type { Entry, Network } from '@slyglass/network'
import type { Point } from '../../../app/public/layout-file.ts'
import { editNetwork } from '../../../app/public/network-edits.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { freeName } from '../free-name.ts'
import type { ToolRow } from './shared-tools.ts'

/** Undefined when it was added, else why not. */
export async function addTool(
  network: Network,
  { name: tool, kind }: ToolRow,
  caller: Entry | undefined,
  at: Point | undefined,
): Promise<string | undefined> {
  if (kind === 'todo') {
    if (caller === undefined) return 'There is no agent that could list it.'
    return editNetwork({ kind: 'connect', caller: caller.name, callee: tool })
  }
  const name = freeName(network, tool)
  const by = caller === undefined ? {} : { caller: caller.name }
  const refusal = await editNetwork({ kind: 'add-toolbox-tool', name, toolbox: tool, ...by }, 'canvas', at)
  if (refusal === undefined && caller !== undefined)
    useStudio.getState().set({ selection: { kind: 'entry', entry: caller.name } })
  return refusal
}
