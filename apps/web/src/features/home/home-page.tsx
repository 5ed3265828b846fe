import type { ProjectReply, SampleReply } from '@slyglass/protocol'
import { Download, FileText, FolderOpen, Server } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { client } from '../../app/public/client.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { takesFile } from '../../app/public/import-parts.ts'
import { openProject } from '../../app/public/project.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, Callout, lazyPart } from '../../ui/index.ts'
import type { Asking } from './home-dialog.tsx'
import './home.css'

const HomeDialog = lazyPart(() => import('./home-dialog.tsx').then((module) => ({ default: module.HomeDialog })))
const Recent = lazyPart(() => import('./recent.tsx').then((module) => ({ default: module.Recent })))
const HomeFoot = lazyPart(() => import('./recent.tsx').then((module) => ({ default: module.HomeFoot })))
const Gallery = lazyPart(() => import('./gallery.tsx').then((module) => ({ default: module.Gallery })))
const ModelCard = lazyPart(() => import('./model-card.tsx').then((module) => ({ default: module.ModelCard })))
const StudyPair = lazyPart(() => import('./study-pair.tsx').then((module) => ({ default: module.StudyPair })))

/** An address of the command line is asked about once. */
let asked = false

/** Where everything starts: a folder, a paste, a sample, or what was open before. */
export function HomePage() {
  const server = useStudio((state) => state.status?.server)
  const [dialog, setDialog] = useState<Asking | undefined>(() => (server === undefined || asked ? undefined : 'server'))
  const { samples, projects, fault } = useStart()
  const [opening, setOpening] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  const close = () => {
    asked = true
    setDialog(undefined)
  }
  const openSample = async (sample: SampleReply) => {
    setOpening(sample.network)
    const failure = await openProject({ sample: sample.name }, sample.network)
    setOpening(undefined)
    setRefusal(failure === undefined ? undefined : sentenceOf(failure))
  }
  return (
    <section className="home" aria-label="Home" data-region {...takesFile(setDialog)}>
      <div className="home-page">
        <div className="home-top">
          <div className="home-promise">
            <h1>
              See what the model saw.
              <br />
              <span className="text-3">And what it never did.</span>
            </h1>
            <p>
              Edit agent networks as text or as a graph, run them, read every tool call, and prove that private values
              stayed out of the prompt.
            </p>
            <div className="home-actions">
              <Button look="ink" onClick={() => setDialog('folder')}>
                <FolderOpen className="icon icon-s" />
                Open folder
              </Button>
              <Button onClick={() => setDialog('paste')}>
                <FileText className="icon icon-s" />
                Paste HOCON
              </Button>
              <Button onClick={() => setDialog('import')}>
                <Download className="icon icon-s" />
                Import
              </Button>
              <Button onClick={() => setDialog('server')}>
                <Server className="icon icon-s" />
                Open server
              </Button>
            </div>
            <p className="meta text-3">
              A <code className="mono">.hocon</code> file or an exported tool can also be dropped anywhere in this
              window. Opening never runs code.
            </p>
          </div>
          <Suspense>
            <ModelCard />
          </Suspense>
        </div>
        {refusal === undefined ? null : (
          <Callout tone="fail" title="The sample could not be opened">
            {refusal}
          </Callout>
        )}
        {fault === undefined ? null : (
          <Callout tone="fail" title="The samples could not be listed">
            {fault}
          </Callout>
        )}
        <Suspense>{projects.length === 0 ? null : <Recent projects={projects} />}</Suspense>
        <div>
          <h2 className="home-head">
            Sample networks <span className="text-3">run offline, no key needed</span>
          </h2>
          <Suspense>
            <StudyPair samples={samples} />
            <Gallery samples={samples} opening={opening} onOpen={openSample} />
          </Suspense>
        </div>
        <Suspense>
          <HomeFoot empty={projects.length === 0} />
        </Suspense>
      </div>
      <Suspense>
        {dialog === undefined ? null : (
          <HomeDialog asking={dialog} server={asked ? '' : (server ?? '')} projects={projects} onClose={close} />
        )}
      </Suspense>
    </section>
  )
}

function useStart() {
  const [samples, setSamples] = useState<readonly SampleReply[]>([])
  const [projects, setProjects] = useState<readonly ProjectReply[]>([])
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    let live = true
    const load = async () => {
      const [found, known] = await Promise.all([client.samples(), client.projects()])
      if (!live) return
      if (found.ok) setSamples(found.value)
      else setFault(sentenceOf(found.error))
      if (known.ok) setProjects(known.value)
    }
    load()
    return () => {
      live = false
    }
  }, [])
  return { samples, projects, fault }
}
