// What the composition root decides about code that models write.
import type { ToolHostOptions } from '../options.ts'

export type CodePortOptions = Pick<ToolHostOptions, 'assets' | 'env' | 'hide' | 'isolation' | 'network' | 'python'> & {
  /** Processes that a cell in Python may be at once (Linux). */
  readonly processes?: number
}
