// A shipped sample into a project, from the page. Files are copied; nothing of them is run.
import { err, ok, type Result } from '@slyglass/base'
import type { ImportedReply, ImportSample } from '@slyglass/protocol'
import type { Refusal } from '../server/refusal.ts'
import type { Confinement } from '../workspace/confine.ts'
import { bringIn, findOutside, findPresent } from './bring-in.ts'
import { COLLECTION, openSampleShelf } from './find-sample.ts'

const NAMED = 5

/** Copies what `slyglass import` would. Files that are there already are only written over when that was asked for. */
export async function importSample(
  shipped: string,
  where: Confinement,
  asked: ImportSample,
): Promise<Result<ImportedReply, Refusal>> {
  const name = asked.sample === COLLECTION ? asked.network : asked.sample
  const sample = await (await openSampleShelf(shipped)).find(name)
  if (sample === undefined) return err({ status: 404, code: 'sample', message: `There is no sample "${name}".` })
  const outside = await findOutside(sample, where)
  if (outside !== undefined) return err(outside)
  const present = await findPresent(where.root, sample)
  if (present.length > 0 && asked.overwrite !== true) return err(alreadyThere(present))
  const brought = await bringIn(sample, where.root)
  return brought.ok ? ok({ changed: brought.value }) : err({ status: 422, code: 'sample-copy', message: brought.error })
}

function alreadyThere(present: readonly string[]): Refusal {
  const rest = present.length - NAMED
  const names = `${present.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return {
    status: 409,
    code: 'present',
    message: `The project has these files already: ${names}. Nothing was changed.`,
  }
}
