import { err, ok, type Result } from '@slyglass/base'

interface StemFault {
  readonly message: string
  /** What to do. */
  readonly hint: string
}

/** Names that Windows keeps for devices, whatever ending follows; a folder with such a file cannot be copied there. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i

/** What the file of a network is called that comes under this name: it chooses no folder, and is no manifest. */
export function networkStem(name: string): Result<string, StemFault> {
  const bare = name.replace(/\.(hocon|conf)$/i, '')
  if (/[. ]$/.test(bare))
    return err({
      message: `"${bare}" ends with a ${bare.endsWith('.') ? 'dot' : 'blank'}, which not every system keeps in the name of a file.`,
      hint: 'Leave it out.',
    })
  const stem = bare.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '')
  if (stem === '')
    return err({
      message: `"${name}" gives no name for a network's file.`,
      hint: 'Names of files have letters a to z, digits, - and _.',
    })
  if (DEVICE.test(stem))
    return err({
      message: `${stem} is the name of a device on Windows, which can have no file of that name.`,
      hint: 'Give the network another name.',
    })
  if (/^manifest$/i.test(stem))
    return err({
      message: 'manifest.hocon is the list of the networks of a project.',
      hint: 'Give the network another name.',
    })
  return ok(stem)
}
