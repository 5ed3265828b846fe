import { Lock } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../app/public/files.ts'
import { trustProject } from '../../app/public/project.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useReadOnly } from '../../app/public/trust-question.ts'
import { Banner, Button } from '../../ui/index.ts'

/** Says that a folder is only being read, and lets a person decide. Nothing of it runs before. */
export function TrustBanner() {
  const project = useStudio((state) => state.project)
  const page = useStudio((state) => state.page)
  const readOnly = useReadOnly((state) => state.project)
  const [fault, setFault] = useState<string>()
  if (project === undefined || project.trusted || page === 'home' || page === 'settings') return null
  if (readOnly === project.id) return null
  const trust = async () => {
    const failure = await trustProject(true)
    setFault(failure === undefined ? undefined : sentenceOf(failure))
  }
  return (
    <section aria-label="Trust" data-region>
      <Banner
        tone="wait"
        title="This folder is not trusted yet."
        glyph={<Lock className="icon" />}
        actions={
          <>
            <Button
              small
              title="Nothing of the folder runs; its files can still be edited"
              onClick={() => useReadOnly.setState({ project: project.id })}
            >
              Stay read-only
            </Button>
            <Button small look="ink" onClick={trust}>
              Trust this folder
            </Button>
          </>
        }
      >
        {fault ??
          `Everything in ${project.root} can be read and edited, but nothing of it runs: coded tools and runs stay off until it is trusted. Tools run in a process of their own: that keeps accidents in, not a hostile author.`}
      </Banner>
    </section>
  )
}
