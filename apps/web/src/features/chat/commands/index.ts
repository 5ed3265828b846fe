export { CommandCompletions } from './command-completions.tsx'
export { CommandOutput } from './command-output.tsx'
export { enterCommand } from './enter-command.ts'
