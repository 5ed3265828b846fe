import type { ProjectId } from '@slyglass/base'
import type { PythonReply, PythonsReply } from '@slyglass/protocol'
import { type FormEvent, useEffect, useState } from 'react'
import { client } from '../../app/public/client.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { Button, Field, StateGlyph } from '../../ui/index.ts'

/** Which Python runs the tools of the open project: what was found, and what a person chose. */
export function PythonPart({ project }: { readonly project: ProjectId }) {
  const [reply, setReply] = useState<PythonsReply>()
  const [path, setPath] = useState('')
  const [said, setSaid] = useState('')
  const ask = async (choice?: string | null) => {
    const answer = await client.python(project, choice)
    if (!answer.ok) return setSaid(sentenceOf(answer.error))
    setReply(answer.value)
    setPath(answer.value.chosen ?? '')
    if (choice !== undefined) setSaid(`The next run uses ${usedOf(answer.value)?.command ?? 'no Python'}.`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each project.
  useEffect(() => {
    ask()
  }, [project])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(path.trim() === '' ? null : path.trim())
  }
  return (
    <section aria-label="Python" className="settings-part">
      <h2>Python</h2>
      <p className="text-2">
        The first of these runs the tools of this project. A virtual environment of the project, in its folder .venv, is
        used when the folder is trusted.
      </p>
      {reply === undefined ? null : <PythonTable reply={reply} />}
      <form className="settings-form" onSubmit={submit}>
        <Field label="Interpreter" help="The whole path of an interpreter or of a virtual environment; empty for none.">
          {(control) => <CodeInput {...control} value={path} onText={setPath} />}
        </Field>
        <div className="settings-actions">
          <Button type="submit">Use this Python</Button>
        </div>
        <p role="status" aria-label="Python" className="settings-result">
          {said}
        </p>
      </form>
    </section>
  )
}

function PythonTable({ reply }: { readonly reply: PythonsReply }) {
  const used = usedOf(reply)
  return (
    <table className="table settings-facts">
      <tbody>
        {reply.found.map((one) => (
          <tr key={`${one.origin} ${one.command}`}>
            <th scope="row">{ORIGINS[one.origin]}</th>
            <td>
              <span className="settings-fact">
                <StateGlyph state={one === used ? 'ok' : one.problem === undefined ? 'idle' : 'failed'} />
                {textOf(one)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ORIGINS: Readonly<Record<PythonReply['origin'], string>> = {
  chosen: 'Chosen here',
  SLYGLASS_PYTHON: 'SLYGLASS_PYTHON',
  project: 'Of the project',
  PATH: 'On the PATH',
}

function usedOf({ found }: PythonsReply): PythonReply | undefined {
  const [first] = found
  // A choice that does not work is not replaced by another interpreter.
  if (first?.origin === 'chosen' || first?.origin === 'SLYGLASS_PYTHON')
    return first.problem === undefined ? first : undefined
  return found.find((one) => one.problem === undefined)
}

function textOf({ command, version, isVirtual, packages, problem }: PythonReply): string {
  if (problem !== undefined) return `${command} ${problem}`
  const kind = isVirtual === true ? 'virtual environment' : 'installation'
  const has = Object.entries(packages ?? {}).map(([name, one]) => `${name} ${one}`)
  return `${version} at ${command} (${kind}); ${has.length === 0 ? 'none of the packages that tools ask for' : has.join(', ')}`
}
