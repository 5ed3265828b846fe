import { lazyPart } from '../../ui/index.ts'
// Code that models write: what draws it is loaded with the first of it.

export const CodeCell = lazyPart(() => import('../runs/code-cell.tsx').then((module) => ({ default: module.CodeCell })))

/** The tool whose argument is code. */
export const isCodeCall = (tool: string, args: string): boolean => tool === 'run_code' && args.includes('"code"')
