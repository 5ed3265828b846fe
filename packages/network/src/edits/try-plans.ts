// Every plan is tried on the texts and read again before it is given out.
import { applyTextEdits, err, ok, type Result } from '@slyglass/base'
import type { DocumentEdit } from '../model.ts'
import type { NetworkInput, NetworkSource } from '../network-source.ts'
import { readNetworkSource } from '../read-network.ts'
import { type EditFailure, type Plan, type Plans, Workbench } from './workbench.ts'

/** The first plan that makes exactly the change that was asked for. */
export function tryPlans(
  input: NetworkInput,
  plansFor: (bench: Workbench) => Plans,
  isIntended: (before: NetworkSource, after: NetworkSource, edits: readonly DocumentEdit[]) => boolean,
): Result<readonly DocumentEdit[], EditFailure> {
  const source = readNetworkSource(input)
  const plans = plansFor(new Workbench(input, source))
  if (!plans.ok) return plans
  for (const plan of plans.value) {
    const changed = applyPlan(input, plan)
    if (changed !== undefined && isIntended(source, readNetworkSource(changed), plan)) return ok(plan)
  }
  const message = 'this change cannot be made without changing something else; make it in the text'
  return err({ code: 'cannot-edit', message })
}

/** The input after a plan; undefined when two of its edits overlap. */
function applyPlan(input: NetworkInput, plan: Plan): NetworkInput | undefined {
  const texts: Record<string, string> = { ...input.texts }
  for (const doc of new Set(plan.map((edit) => edit.doc))) {
    const edits = plan.filter((edit) => edit.doc === doc).sort((a, b) => a.from - b.from || a.to - b.to)
    if (edits.some((edit, index) => edit.from < (edits[index - 1]?.to ?? 0))) return undefined
    texts[doc] = applyTextEdits(texts[doc] ?? '', edits)
  }
  return { ...input, texts }
}
