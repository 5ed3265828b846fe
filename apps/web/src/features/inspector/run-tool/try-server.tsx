import type { Network } from '@slyglass/network'
import { useId, useState } from 'react'
import { readRecentRuns, useTaughtTools } from '../../../app/public/tool-runs.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { Button, Field } from '../../../ui/index.ts'
import { RunTool } from './run-tool.tsx'
import { useServerTools } from './use-server-tools.ts'

interface TryServerProps {
  readonly network: Network
  /** The reference as it is written. */
  readonly server: string
}

/** Tools of an MCP server by themselves. What it has is known from runs, where it told it to an agent. */
export function TryServer({ network, server }: TryServerProps) {
  const list = useId()
  const taught = useTaughtTools(server)
  const { listed, problem, isAsking, ask } = useServerTools(server)
  const tools = listed ?? taught
  const callers = network.entries.filter((entry) =>
    network.edges.some(({ from, to, target }) => target === 'mcp' && to === server && from === entry.name),
  )
  const [typed, setTyped] = useState('')
  const [by, setBy] = useState<string>()
  const entry = callers.find(({ name }) => name === by) ?? callers[0]
  const name = typed.trim()
  const tool = tools.find((one) => one.name === name)
  if (entry === undefined) return null
  return (
    <>
      <header className="pane-head">
        <h2 className="truncate">{server}</h2>
        <span className="text-3">MCP server</span>
      </header>
      <div className="pane-body">
        <div className="section">
          <Field
            label="Tool"
            help={
              tool?.description ??
              (tools.length === 0
                ? (problem ??
                  'No run at hand was told its tools. A name that it does not have is answered with those that it has.')
                : `It has ${tools.map((one) => one.name).join(', ')}.`)
            }
          >
            {(control) => <CodeInput {...control} list={list} value={typed} onText={setTyped} />}
          </Field>
          <datalist id={list}>
            {tools.map((one) => (
              <option key={one.name} value={one.name} />
            ))}
          </datalist>
          {callers.length < 2 ? null : (
            <Field label="Agent" help="Its rules count for the call.">
              {(control) => (
                <select
                  {...control}
                  className="select"
                  value={entry.name}
                  onChange={(event) => setBy(event.target.value)}
                >
                  {callers.map((one) => (
                    <option key={one.name}>{one.name}</option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {tools.length > 0 ? null : (
            <div className="tool-run-actions">
              <Button small disabled={isAsking} title="Asks the server now, without a run." onClick={ask}>
                {isAsking ? 'Asking …' : 'Ask the server'}
              </Button>
              <Button small onClick={readRecentRuns}>
                Look into recent runs
              </Button>
            </div>
          )}
        </div>
        {name === '' ? null : (
          <RunTool key={name} network={network} entry={entry} outside={{ name, schema: tool?.schema }} />
        )}
      </div>
    </>
  )
}
