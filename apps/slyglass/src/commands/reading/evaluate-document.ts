import { type Evaluation, evaluate, type Profile } from '@slyglass/hocon'
import { readWithIncludes } from '../../workspace/read-documents.ts'
import type { OpenDocument, Workspace } from './workspace.ts'

/** Evaluates a document with its includes. */
export async function evaluateDocument(
  workspace: Workspace,
  { project, doc, files }: OpenDocument,
  profile: Profile,
): Promise<Evaluation> {
  const env = await workspace.networks.env(project)
  const found = await readWithIncludes<Evaluation>(files, project.root, doc, (texts, outside) => {
    const read = (path: string) => (Object.hasOwn(texts, path) ? texts[path] : undefined)
    const result = evaluate(read(doc) ?? '', {
      profile,
      doc,
      read,
      outside,
      list: () => Object.keys(texts),
      env: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
    })
    return { result, missing: result.missing.flatMap((missing) => namesOf(missing.doc, profile)) }
  })
  if (found === undefined) throw new Error(`${doc} was there a moment ago`)
  return found.result
}

// The reference adds an ending to a name that has none.
function namesOf(doc: string, profile: Profile): readonly string[] {
  return profile === 'spec' ? [doc, `${doc}.conf`, `${doc}.json`, `${doc}.properties`] : [doc]
}
