import { useState } from 'react'
import { Button, Callout, fetchPart, LinkButton } from '../../ui/index.ts'
import { showFile } from './show-file.ts'

interface Props {
  readonly manifest: string
  readonly files: readonly string[]
}

/** What lies in the folder and is not served, because the manifest does not name it. */
export function Unlisted({ manifest, files }: Props) {
  const [fault, setFault] = useState<string>()
  const add = async (file: string) => {
    setFault(undefined)
    const { addToManifest } = await fetchPart(() => import('./add-to-manifest.ts'))
    setFault(await addToManifest(manifest, file))
  }
  if (files.length === 0) return null
  return (
    <section className="networks-rest" aria-label="Not in the manifest">
      <p className="text-3">
        In the folder, but not named by <span className="mono">{manifest}</span>: not read and not served.
      </p>
      {fault === undefined ? null : (
        <div role="alert">
          <Callout tone="wait" title="Not added">
            {fault}
          </Callout>
        </div>
      )}
      <ul>
        {files.map((file) => (
          <li key={file}>
            <LinkButton className="mono" title="Open in the editor" onClick={() => void showFile(file)}>
              {file}
            </LinkButton>
            <Button small aria-label={`Add ${file} to manifest`} onClick={() => void add(file)}>
              Add to manifest
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
