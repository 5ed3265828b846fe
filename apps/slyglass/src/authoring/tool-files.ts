// The files that belong to a tool: its own, those that it imports from beside it, its tests and its samples.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, sep } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'

/** Texts by path from the tool's folder. @returns why they cannot be handed on together. */
export async function readToolFiles(file: string, root: string): Promise<Result<ReadonlyMap<string, string>, string>> {
  const folder = dirname(file)
  const found = new Map<string, string>()
  const wanted = [file, ...companions(file)]
  for (let at = 0; at < wanted.length; at += 1) {
    const path = wanted[at] ?? ''
    const name = relative(folder, path).split(sep).join('/')
    if (found.has(name)) continue
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    if (name.startsWith('../'))
      return err(`it imports ${relative(root, path)}, which lies outside of its folder. Move it beside the tool first.`)
    found.set(name, text)
    for (const next of imported(path, text, root)) wanted.push(next)
  }
  return ok(found)
}

/** `weather.test.ts` or `test_weather.py`, and `weather.samples.json`. */
function companions(file: string): readonly string[] {
  const stem = basename(file).replace(/\.\w+$/, '')
  const tests = file.endsWith('.py') ? `test_${stem}.py` : `${stem}.test.ts`
  return [join(dirname(file), tests), join(dirname(file), `${stem}.samples.json`)]
}

/** Places where something that is imported from the project may lie; what is not there is somebody else's. */
function imported(file: string, text: string, root: string): readonly string[] {
  return file.endsWith('.py') ? importedByPython(file, text, root) : importedByTypeScript(file, text)
}

function importedByTypeScript(file: string, text: string): readonly string[] {
  const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)].map((match) => match[1] ?? '')
  return paths.flatMap((path) => {
    const place = join(dirname(file), path)
    return /\.\w+$/.test(posix.basename(path)) ? [place] : [`${place}.ts`, join(place, 'index.ts')]
  })
}

function importedByPython(file: string, text: string, root: string): readonly string[] {
  const folder = dirname(file)
  const froms = [...text.matchAll(/^\s*from\s+(\.*)([\w.]*)\s+import\s+\(?\s*([\w, ]*)/gm)]
  const places = froms.flatMap(([, dots = '', module = '', names = '']) => {
    const steps = Array.from({ length: Math.max(0, dots.length - 1) }, () => '..')
    const bases = dots === '' ? [folder, root] : [join(folder, ...steps)]
    const inner = module === '' ? names.split(',').map((name) => name.trim()) : [module]
    return bases.flatMap((base) => inner.map((name) => join(base, ...name.split('.'))))
  })
  const plain = [...text.matchAll(/^\s*import\s+([\w.]+)/gm)].flatMap(([, module = '']) =>
    [folder, root].map((base) => join(base, ...module.split('.'))),
  )
  return [...places, ...plain].map((place) => `${place}.py`)
}
