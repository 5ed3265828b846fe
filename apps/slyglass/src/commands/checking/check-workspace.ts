import type { Workspace } from '../reading/workspace.ts'
import type { ToolLoader } from './load-tools.ts'

/** What checking asks of, besides the files. */
export interface CheckWorkspace extends Workspace {
  /** Also what might be better about tools. */
  readonly hints: boolean
  readonly loader: Pick<ToolLoader, 'diagnose'>
  /** A command as the person would type it. */
  typed(words: string): string
}
