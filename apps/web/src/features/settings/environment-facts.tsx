import type { StatusReply } from '@slyglass/protocol'
import { StateGlyph } from '../../ui/index.ts'

interface Fact {
  readonly name: string
  readonly state: 'ok' | 'failed' | 'idle'
  readonly text: string
}

/** What this machine offers for running tools, stated plainly. */
export function EnvironmentFacts({ status }: { readonly status: StatusReply }) {
  return (
    <section aria-label="This machine" className="settings-part">
      <h2>This machine</h2>
      <table className="table settings-facts">
        <tbody>
          {factsOf(status).map((fact) => (
            <tr key={fact.name}>
              <th scope="row">{fact.name}</th>
              <td>
                <span className="settings-fact">
                  <StateGlyph state={fact.state} />
                  {fact.text}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function factsOf({ version, platform, python, bubblewrap, toolNetwork, model }: StatusReply): readonly Fact[] {
  const pythonText = python.found
    ? `${python.version ?? 'found'} at ${python.path ?? 'the search path'}`
    : `not found: Python tools cannot run. ${python.hint ?? ''}`
  return [
    { name: 'Slyglass', state: 'ok', text: `${version} on ${platform}` },
    { name: 'Python', state: python.found ? 'ok' : 'failed', text: pythonText },
    {
      name: 'Isolation',
      state: bubblewrap ? 'ok' : 'idle',
      text: bubblewrap
        ? `bubblewrap: tools see the system and their project, and write their project alone; ${toolNetwork === 'off' ? 'they open no connections' : 'the network is open to them'}`
        : 'no bubblewrap: TypeScript tools have Node’s permissions or QuickJS, Python tools your rights',
    },
    ...model.variables.map((variable) => ({
      name: variable.name,
      state: variable.set ? ('ok' as const) : ('idle' as const),
      text: variable.set ? 'set' : 'not set',
    })),
  ]
}
