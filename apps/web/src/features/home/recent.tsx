import type { ProjectReply } from '@slyglass/protocol'
import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { openNetwork, showProjectById } from '../../app/public/project.ts'
import { Callout, Keys, Pill } from '../../ui/index.ts'

/** Projects that this server has open. */
export function Recent({ projects }: { readonly projects: readonly ProjectReply[] }) {
  const [fault, setFault] = useState<string>()
  const open = async (project: ProjectReply) => {
    const failure = await showProjectById(project.id)
    if (failure !== undefined) return setFault(sentenceOf(failure))
    await openNetwork(project.networks.length === 1 ? project.networks[0]?.name : undefined)
  }
  return (
    <div className="home-low">
      <div>
        <h2 className="home-head">Recent</h2>
        {fault === undefined ? null : (
          <Callout tone="fail" title="The project could not be opened">
            {fault}
          </Callout>
        )}
        {projects.length === 0 ? (
          <p className="text-3">Nothing yet. Projects that are opened appear here.</p>
        ) : (
          <ul className="recent" aria-label="Recent projects">
            {projects.map((project) => (
              <li key={project.id}>
                <button type="button" className="recent-row" onClick={() => open(project)}>
                  <strong>{project.name}</strong>
                  <span className="mono text-3 truncate">{project.root}</span>
                  {project.trusted ? null : <Pill tone="wait">not trusted</Pill>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h2 className="home-head">Keys to start with</h2>
        <ul className="home-keys">
          <li>
            <Keys>Ctrl ↵</Keys> send a message
          </li>
          <li>
            <Keys>Ctrl S</Keys> save every changed file
          </li>
          <li>
            <Keys>F6</Keys> go to the next part of the window
          </li>
          <li>
            <Keys>?</Keys> every other key
          </li>
        </ul>
      </div>
    </div>
  )
}
