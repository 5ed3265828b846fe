import type { SessionId } from '@slyglass/base'
import type { ClientFailure } from '@slyglass/protocol'
import { useEffect, useMemo, useState } from 'react'
import { client } from '../../../app/public/client.ts'
import { countOf, formatBytes, outlineRequest, type RequestOutline, TextView } from '../../../app/public/run-widgets.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { Callout, Field } from '../../../ui/index.ts'
import { useDraft } from '../draft.ts'

const QUIET_MS = 300

/** What the next request would hold, composed by the server as the run composes it. Nothing is sent. */
export function ContextPreview({ session }: { readonly session: SessionId | undefined }) {
  const { draft } = useDraft(session)
  const [message, setMessage] = useState(draft.text)
  const { request, failure } = usePreview(session, message)
  const outline = useMemo(() => (request === undefined ? undefined : outlineRequest(request)), [request])
  return (
    <>
      <Field label="Next message" help="It is shown in its place below; it is not sent.">
        {(control) => (
          <input {...control} className="input" value={message} onChange={(event) => setMessage(event.target.value)} />
        )}
      </Field>
      {failure === undefined ? null : (
        <Callout tone="fail" title={failure.message}>
          {failure.hint}
        </Callout>
      )}
      {outline === undefined || request === undefined ? null : <Outline outline={outline} bytes={request.length} />}
    </>
  )
}

function usePreview(session: SessionId | undefined, message: string) {
  const project = useStudio((state) => state.project?.id)
  const network = useStudio((state) => state.networkName)
  const [shown, setShown] = useState<{ readonly request?: string; readonly failure?: ClientFailure }>({})
  useEffect(() => {
    if (project === undefined || network === undefined) return
    let isOver = false
    const timer = setTimeout(async () => {
      const reply = await client.askContext({ project, network, message, ...(session !== undefined && { session }) })
      if (!isOver) setShown(reply.ok ? { request: reply.value.request } : { failure: reply.error })
    }, QUIET_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [project, network, session, message])
  return shown
}

function Outline({ outline, bytes }: { readonly outline: RequestOutline; readonly bytes: number }) {
  const { messages, tools } = outline
  return (
    <>
      <p className="text-2">
        {countOf(messages.length, 'message')}, {countOf(tools.length, 'tool')}, about {formatBytes(bytes)}.
      </p>
      <ol className="tape-lines" aria-label="Next request">
        {messages.map((said, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages of a composed request have no name of their own
          <li key={index} className="tape-line tape-said">
            <span className="tape-kind">{said.role}</span>
            <span className="tape-text">
              {said.text === '' ? null : <TextView text={said.text} />}
              {said.calls.map((call) => (
                <code key={`${call.tool} ${call.args}`}>
                  {call.tool} {call.args}
                </code>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {tools.length === 0 ? null : <p className="text-2">Tools: {tools.map(({ name }) => name).join(', ')}</p>}
    </>
  )
}
