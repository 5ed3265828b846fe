import { useState } from 'react'
import { client } from '../../app/public/client.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { useStudio } from '../../app/public/studio.ts'
import { LinkButton } from '../../ui/index.ts'

/** Hands a tool on as one file: its entry, source, samples and tests. */
export function ExportTool({ entry }: { readonly entry: string }) {
  const [said, setSaid] = useState('')
  const exportIt = async () => {
    const { project, networkName } = useStudio.getState()
    if (project === undefined || networkName === undefined) return
    const reply = await client.exportTool(project.id, networkName, entry)
    if (!reply.ok) return setSaid(sentenceOf(reply.error))
    const { file, text, leftOut } = reply.value
    download(file, text)
    const secrets = leftOut.length === 0 ? '' : ` Left out, because they look like secrets: ${leftOut.join(', ')}.`
    setSaid(`${file} is downloaded, as the tool is saved on disk.${secrets}`)
  }
  return (
    <p className="field-help">
      <LinkButton onClick={() => void exportIt()}>Export to a file</LinkButton> <span role="status">{said}</span>
    </p>
  )
}

function download(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  URL.revokeObjectURL(url)
}
