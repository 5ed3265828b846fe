// The page's one language service, joined to the documents and the studio's state.
import { keptWorker } from '../../../app/public/kept-worker.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { describedClasses } from '../../../app/public/tool-sources.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'
import workerUrl from './language.worker.ts?worker&url'
import { LanguageClient } from './language-client.ts'
import { projectTexts, readProjectTexts } from './project-texts.ts'
import type { LanguageAnswer, LanguageRequest, LanguageSetup } from './questions.ts'

export const language = new LanguageClient({
  post: createPost(),
  setup: presentSetup,
  texts: projectTexts,
  read: readProjectTexts,
})

function createPost(): (request: LanguageRequest) => Promise<LanguageAnswer> {
  const waiting = new Map<number, { resolve(answer: LanguageAnswer): void; reject(cause: unknown): void }>()
  const post = keptWorker<LanguageRequest, LanguageAnswer>(workerUrl, {
    answer(answer) {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    },
    fail(message) {
      for (const { reject } of waiting.values()) reject(new Error(`the language service failed: ${message}`))
      waiting.clear()
    },
  })
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.set(request.id, { resolve, reject })
      post(request)
    })
}

let setup: LanguageSetup = { files: [], env: {}, networks: [], classes: [] }
let madeFrom: readonly unknown[] = []

/** The same object as long as nothing changed, so that it is sent once. */
function presentSetup(): LanguageSetup {
  const { project, networkName, preflight } = useStudio.getState()
  const { outside } = useWorkspace.getState()
  const from = [project, networkName, preflight, outside]
  if (from.every((part, index) => part === madeFrom[index]) && madeFrom.length > 0) return setup
  madeFrom = from
  const open = project?.networks.find(({ name }) => name === networkName)?.file
  setup = {
    files: project?.files.map(({ path }) => path) ?? [],
    outside,
    env: project?.env ?? {},
    networks: project?.networks.map(({ name, file }) => ({ name, file })) ?? [],
    ...(open === undefined ? {} : { open }),
    classes: (preflight?.tools ?? []).map(({ className, language, file, shadowed }) => ({
      name: className,
      ...(language === undefined ? {} : { detail: language === 'python' ? 'Python' : 'TypeScript' }),
      ...(file === undefined ? {} : { at: { doc: file, from: 0, to: 0 } }),
      shadowed,
    })),
    described: describedClasses({ preflight }),
  }
  return setup
}
