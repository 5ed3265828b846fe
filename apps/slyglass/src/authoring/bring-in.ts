import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { applyTextEdits, err, ok, type Result } from '@slyglass/base'
import { planManifestEdit, readManifest } from '@slyglass/network'
import { systemFaultText } from '../commands/reading/system-fault.ts'
import type { Refusal } from '../refusal.ts'
import { type Confinement, resolveInside } from '../workspace/confine.ts'
import { MANIFEST } from '../workspace/project-networks.ts'
import type { FoundSample } from './find-sample.ts'

/**
 * Which files of a sample a project has already, so that bringing it in would write over them. A file with the same
 * bytes, such as one that two samples share, is not written over; where the whole sample is there, it counts again.
 */
export async function findPresent(root: string, sample: FoundSample): Promise<readonly string[]> {
  const found = await Promise.all(
    sample.files.map(async (file) => {
      const there = await stat(join(root, file)).catch(() => undefined)
      if (there === undefined) return 'absent'
      return (await hasBytes(join(root, file), await readFile(join(sample.root, file)))) ? 'equal' : 'other'
    }),
  )
  const isWhole = !found.includes('absent')
  return sample.files.filter((_, index) => found[index] === 'other' || (isWhole && found[index] === 'equal'))
}

async function hasBytes(path: string, bytes: Buffer): Promise<boolean> {
  const own = await readFile(path).catch(() => undefined)
  return own?.equals(bytes) === true
}

/** Why a sample may not be copied: a link in the project could lead a copy elsewhere. */
export async function findOutside(sample: FoundSample, where: Confinement): Promise<Refusal | undefined> {
  for (const path of [MANIFEST, ...sample.files]) {
    const place = await resolveInside(where, path)
    if (!place.ok) return place.error
  }
  return undefined
}

/** Copies a sample into a project and serves its networks. Answers with the files that were written. */
export async function bringIn(sample: FoundSample, root: string): Promise<Result<readonly string[], string>> {
  try {
    for (const file of sample.files) {
      await mkdir(dirname(join(root, file)), { recursive: true })
      await copyFile(join(sample.root, file), join(root, file))
    }
    const text = await readFile(join(root, MANIFEST), 'utf8').catch(() => '{\n}\n')
    const listed = addToManifest({ file: MANIFEST, text }, sample.networks)
    if (!listed.ok) return listed
    if (listed.value !== text) await writeFile(join(root, MANIFEST), listed.value)
    return ok([...sample.files, ...(listed.value === text ? [] : [MANIFEST])])
  } catch (fault) {
    return err(`The sample was not brought in: ${systemFaultText(fault)}`)
  }
}

/** The text of a manifest that serves these networks too; their files as it names them. */
export function addToManifest(
  manifest: { readonly file: string; readonly text: string },
  networks: readonly string[],
): Result<string, string> {
  const folder = manifest.file.slice(0, manifest.file.lastIndexOf('/') + 1)
  let now = manifest.text
  for (const name of networks) {
    const file = `${folder}${name}`
    const input = { file: manifest.file, texts: { [manifest.file]: now } }
    if (readManifest(input).networks.some((entry) => entry.file === file)) continue
    const served = { serve: true, public: true, mcp: true }
    const planned = planManifestEdit(input, { kind: 'add-network', file, served })
    if (!planned.ok)
      return err(`${manifest.file} could not be changed: ${planned.error.message}. Add "${name}" = true to it.`)
    now = applyTextEdits(now, planned.value)
  }
  return ok(now)
}
