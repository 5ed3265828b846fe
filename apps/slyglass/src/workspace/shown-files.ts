// Which files of a project the studio may show, list, watch and write.
import { extname } from 'node:path'

const ENDINGS = new Set(
  '.hocon .conf .properties .json .jsonl .py .ts .tsx .mts .js .mjs .md .txt .toml .yaml .yml .csv .html .css .sql'.split(
    ' ',
  ),
)
const SKIPPED_FOLDERS = new Set(['node_modules', 'venv', 'env', '__pycache__', 'site-packages', 'dist', 'build'])

/** The largest file that is read or written. */
export const MAX_FILE_BYTES = 5_000_000

export function isShownFile(name: string): boolean {
  return !isHidden(name) && ENDINGS.has(extname(name).toLowerCase())
}

/** Hidden folders (`.git`, `.venv`) and those that programs fill. */
export function isSkippedFolder(name: string): boolean {
  return isHidden(name) || SKIPPED_FOLDERS.has(name.toLowerCase())
}

function isHidden(name: string): boolean {
  return name.startsWith('.')
}
