import { err, ok, type Result } from '@slyglass/base'
import { type Refusal, refused } from '../refusal.ts'

/** What the file of a network is called that comes from elsewhere under this name: it chooses no folder, and is no manifest. */
export function networkStem(name: string): Result<string, Refusal> {
  const stem = name
    .replace(/\.(hocon|conf)$/i, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  if (stem === '')
    return err(
      refused(
        400,
        'name',
        `"${name}" gives no name for a network's file.`,
        'Names of files have letters a to z, digits, - and _.',
      ),
    )
  if (/^manifest$/i.test(stem))
    return err(
      refused(
        400,
        'name',
        'manifest.hocon is the list of the networks of a project.',
        'Give the network another name.',
      ),
    )
  return ok(stem)
}
