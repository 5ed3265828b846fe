// Skills of a project: folders with a file SKILL.md, whose first lines say its name and what it is about.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RuntimePorts, Skill } from '@slyglass/runtime'
import type { ProjectFiles } from './files.ts'
import type { Projects } from './projects.ts'

const FOLDERS = [join('.agents', 'skills'), 'skills']

interface Places {
  readonly files: Pick<ProjectFiles, 'read'>
  readonly projects: Pick<Projects, 'find'>
}

export function skillsReader({ files, projects }: Places): NonNullable<RuntimePorts['skills']> {
  return async ({ project: id }) => {
    const project = await projects.find(id)
    if (project === undefined) return []
    const found = new Map<string, Skill>()
    for (const folder of FOLDERS) {
      const names = await readdir(join(project.root, folder)).catch(() => [])
      for (const name of names.sort()) {
        const read = await files.read(project.root, join(folder, name, 'SKILL.md'))
        const skill = read.ok ? readSkill(read.value.text, name) : undefined
        if (skill !== undefined && !found.has(skill.name)) found.set(skill.name, skill)
      }
    }
    return [...found.values()]
  }
}

/** Fields stand between two lines of dashes; without them the folder names the skill. */
function readSkill(text: string, folder: string): Skill {
  const [, head = '', body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? []
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*)$`, 'm')
      .exec(head)?.[1]
      ?.trim()
      .replace(/^(["'])(.*)\1$/, '$2')
  return { name: field('name') || folder, description: field('description') ?? '', text: body.trim() }
}
