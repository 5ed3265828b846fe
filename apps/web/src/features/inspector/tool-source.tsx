import type { Entry } from '@slyglass/network'
import { openBeside } from '../../app/public/beside.ts'
import { openFile } from '../../app/public/files.ts'
import { useStudio } from '../../app/public/studio.ts'
import { toolSourceOf } from '../../app/public/tool-sources.ts'
import { LinkButton } from '../../ui/index.ts'
import { ExportTool } from './export-tool.tsx'

/** The file that a class is taken from, those of the same name that it hides, and where a missing one was looked for. */
export function ToolSource({ entry }: { readonly entry: Entry }) {
  const tools = useStudio((state) => state.preflight?.tools)
  const tool = toolSourceOf(entry, tools ?? [])
  if (tool === undefined) return null
  const { file, shadowed, tried, diagnostic } = tool
  return (
    <div className="section">
      <h3 className="eyebrow">Source</h3>
      {file === undefined ? (
        <p className="inspector-missing">
          {diagnostic?.message ?? `The class was not found. Looked in ${tried.join(', ') || 'no folder'}.`}
        </p>
      ) : (
        <>
          <LinkButton className="mono" onClick={() => openFile(file)}>
            {file}
          </LinkButton>{' '}
          <LinkButton onClick={() => openBeside(file)}>Beside the network</LinkButton>
          <ExportTool key={entry.name} entry={entry.name} />
        </>
      )}
      {shadowed.length === 0 ? null : (
        <>
          <p className="field-help">Not used, because the file above is the more specific one:</p>
          <ul aria-label="Shadowed files">
            {shadowed.map((path) => (
              <li key={path}>
                <LinkButton className="mono text-3" onClick={() => openFile(path)}>
                  {path}
                </LinkButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
