// A shipped sample into a project, from the page. Files are copied; nothing of them is run.
import { err, ok, type Result } from '@slyglass/base'
import type { ImportedReply, ImportSample } from '@slyglass/protocol'
import { type Refusal, refused } from '../refusal.ts'
import type { Confinement } from '../workspace/confine.ts'
import { alreadyThere } from './already-there.ts'
import { bringIn, findOutside, findPresent } from './bring-in.ts'
import { COLLECTION, openSampleShelf } from './find-sample.ts'

/** Copies what `slyglass import` would. Files that are there already are only written over when that was asked for. */
export async function importSample(
  shipped: string,
  where: Confinement,
  asked: ImportSample,
): Promise<Result<ImportedReply, Refusal>> {
  const name = asked.sample === COLLECTION ? asked.network : asked.sample
  const shelf = await openSampleShelf(shipped)
  const sample = await shelf.find(name)
  if (sample === undefined)
    return err(refused(404, 'sample', `There is no sample "${name}".`, `There are: ${shelf.names.join(', ')}.`))
  const outside = await findOutside(sample, where)
  if (outside !== undefined) return err(outside)
  const present = await findPresent(where.root, sample)
  if (present.length > 0 && asked.overwrite !== true) return err(alreadyThere(present))
  const brought = await bringIn(sample, where.root)
  return brought.ok ? ok({ changed: brought.value }) : err(refused(422, 'sample-copy', brought.error))
}
