import type { ProjectReply } from '@slyglass/protocol'
import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { openNetwork, showProjectById } from '../../app/public/project.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Callout, Keys, Pill } from '../../ui/index.ts'
import { chooseRecent, waitingWords } from './recent-projects.ts'

/** Folders that were opened before, and what waits in them. */
export function Recent({ projects }: { readonly projects: readonly ProjectReply[] }) {
  const [fault, setFault] = useState<string>()
  const open = async (project: ProjectReply) => {
    const failure = await showProjectById(project.id)
    if (failure !== undefined) return setFault(sentenceOf(failure))
    await openRecent(project)
  }
  return (
    <div>
      <h2 className="home-head">Recent</h2>
      {fault === undefined ? null : (
        <Callout tone="fail" title="The project could not be opened">
          {fault}
        </Callout>
      )}
      <ul className="recent" aria-label="Recent projects">
        {chooseRecent(projects).map((project) => (
          <li key={project.id}>
            <button type="button" className="recent-row" onClick={() => open(project)}>
              <strong>{project.name}</strong>
              <span className="mono text-3 truncate">{project.root}</span>
              {project.waiting === undefined ? null : (
                <Pill tone="wait">{waitingWords(project.waiting.questions)}</Pill>
              )}
              {project.trusted ? null : <Pill tone="wait">not trusted</Pill>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where something waits, the run that asks is shown. */
async function openRecent({ waiting, networks }: ProjectReply): Promise<void> {
  if (waiting === undefined) return openNetwork(networks.length === 1 ? networks[0]?.name : undefined)
  const opening = openNetwork(waiting.network, 'run')
  if (useStudio.getState().networkName === waiting.network) useStudio.getState().set({ run: waiting.run })
  await opening
}

/** What stands at the end of Home. */
export function HomeFoot({ empty }: { readonly empty: boolean }) {
  return (
    <div className="home-low">
      {empty ? (
        <div>
          <h2 className="home-head">Recent</h2>
          <p className="text-3">Nothing yet. Projects that are opened appear here.</p>
        </div>
      ) : null}
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
