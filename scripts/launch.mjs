// Brings the build up to date and runs it in this process. Progress goes to stderr: stdout belongs to the command.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { portComplaint } from './asked-port.mjs'
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs'

/** Runs the built command line with these arguments, relative to the folder that the person is in. */
export async function launch(args) {
  const complaint = await portComplaint(args)
  if (complaint !== undefined) {
    console.error(complaint)
    process.exitCode = 2
    return
  }
  try {
    ensureInstalled()
    ensureBuilt()
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault)
    process.exitCode = 1
    return
  }
  const main = join(root, 'apps', 'slyglass', 'dist', 'main.js')
  process.env.SLYGLASS_CWD = process.env.INIT_CWD ?? process.cwd()
  process.argv = [process.argv[0], main, ...args]
  await import(pathToFileURL(main).href)
}
