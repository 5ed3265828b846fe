// Code that models write: what draws it is loaded with the first of it.
import { lazy } from 'react'

export const CodeCell = lazy(() => import('../runs/code-cell.tsx').then((module) => ({ default: module.CodeCell })))

/** The tool whose argument is code. */
export const isCodeCall = (tool: string, args: string): boolean => tool === 'run_code' && args.includes('"code"')
