export { CommandOutput } from './command-output.tsx'
