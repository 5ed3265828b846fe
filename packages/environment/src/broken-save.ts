// What is said where a file does not load as it is saved, and its last version that did is used.
import type { HostReply, ToolSources } from '@slyglass/runtime'
import { insideProject } from './inside-project.ts'

export function brokenSave({ projectRoot }: ToolSources, problem: string): string {
  const said = insideProject(problem, projectRoot)
  return `The file as it is saved does not work, so its last version that did is used. ${said}`
}

/** Why a file does not load, with the line of it where that is known: `FILE:LINE: what was thrown`. */
export function placed({ message, detail = '' }: Extract<HostReply, { ok: false }>['failure'], file: string): string {
  const [line] = detail.split(`${file}:`)[1]?.match(/^\d+/) ?? []
  return line === undefined ? message : message.replace(' fails to load:', `:${line}:`)
}
