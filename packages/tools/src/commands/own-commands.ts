import type { CommandTool } from './complete-command.ts'

/** What the application itself has to offer behind the prefix. A tool of the network with the same name comes before it. */
export const OWN_COMMANDS: readonly (Omit<CommandTool, 'runtimeName'> & { readonly description: string })[] = [
  { name: 'help', description: 'lists commands', parameters: [] },
  { name: 'skill', description: 'lists skills, or shows one', parameters: [{ name: 'name', type: 'string' }] },
  {
    name: 'code_mode',
    description: 'turns code mode of this session on or off; with enable= the network decides again',
    parameters: [{ name: 'enable', type: 'boolean' }],
  },
]
