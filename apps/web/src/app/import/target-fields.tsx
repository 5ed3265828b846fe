import type { ProjectReply } from '@slyglass/protocol'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field } from '../../ui/index.ts'
import { type NamedFile, namedFile } from '../public/network-file.ts'
import { type Target, targetFault, trustWords } from './targets.ts'

interface Props {
  readonly target: Target
  readonly projects: readonly ProjectReply[]
  onChange(change: Partial<Target>): void
}

/** Asks where it is to go. Only a network can begin a project of its own. */
export function TargetFields({ target, projects, onChange }: Props) {
  const { kind, project, network, name } = target
  const named: NamedFile = kind === 'network' ? namedFile(name, project) : { words: TOOL_HELP }
  return (
    <>
      <Field label="Into" help={trustWords(target)} fault={targetFault(target)}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={project?.id ?? ''}
            onChange={(event) =>
              onChange({ project: projects.find(({ id }) => id === event.target.value), network: '' })
            }
          >
            {kind === 'network' || projects.length === 0 ? (
              <option value="">{kind === 'network' ? 'a new project' : 'no project'}</option>
            ) : null}
            {projects.map(({ id, name, root }) => (
              <option key={id} value={id}>
                {name} · {root}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === 'tool' && project !== undefined && project.networks.length > 0 ? (
        <Field label="Network" help="Its front man is to call the tool; the graph can change that.">
          {(control) => (
            <select
              {...control}
              className="input"
              value={network}
              onChange={(event) => onChange({ network: event.target.value })}
            >
              {project.networks.map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {kind === 'sample' ? null : (
        <Field label={kind === 'tool' ? 'Tool name' : 'Network name'} help={named.words} fault={named.fault}>
          {(control) => <CodeInput {...control} value={name} onText={(typed) => onChange({ name: typed })} />}
        </Field>
      )}
    </>
  )
}

const TOOL_HELP = 'Another name for its entry. Without one it keeps its own.'
