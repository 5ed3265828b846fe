import { useEffect } from 'react'
import { tellConflictMarks } from '../../../app/public/conflict-marks.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'
import { useFileProblems } from '../file-problems.ts'
import { language } from './instance.ts'

// One question at a time; those that were overtaken while they waited are not asked.
let turn: Promise<void> = Promise.resolve()

/** Keeps the problems of a tool's source, and of a HOCON file that the open network does not read; those of the network are known already. */
export function useDiagnosed(doc: string): void {
  const revision = useWorkspace((state) => state.revision)
  const project = useStudio((state) => state.project)
  const isRead = useStudio(({ network, diagnostics }) =>
    network === undefined ? false : network.documents.includes(doc) || diagnostics.some(({ at }) => at.doc === doc),
  )
  const isNetworkOpen = useStudio(({ network }) => network !== undefined)
  const isAsked = /\.(?:hocon|conf|py|ts)$/.test(doc) && isNetworkOpen && !isRead
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text or project is what asks for a new answer
  useEffect(() => {
    if (!isAsked) return
    let gone = false
    const diagnose = async () => {
      if (gone) return
      const problems = await language.ask({ kind: 'diagnose', doc }, () => gone)
      if (gone || problems === undefined) return
      const { store } = useWorkspace.getState()
      const texts = store.has(doc) ? { [doc]: store.text(doc) } : {}
      useFileProblems.setState({ problems: tellConflictMarks(problems, texts) })
    }
    turn = turn.then(diagnose, diagnose)
    return () => {
      gone = true
    }
  }, [doc, isAsked, revision, project])
  useEffect(() => {
    if (isAsked) return () => useFileProblems.setState({ problems: [] })
    return undefined
  }, [isAsked])
}
