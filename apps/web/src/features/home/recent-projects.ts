// Which of the projects that the server remembers Home lists.
import type { ProjectReply } from '@slyglass/protocol'

const MOST_COPIES = 3

/** All own folders, and few copies of samples: their cards stand on Home too. One in which something waits is always there. */
export function chooseRecent(projects: readonly ProjectReply[]): readonly ProjectReply[] {
  const copies = projects.filter(({ sample }) => sample).slice(0, MOST_COPIES)
  return projects.filter((project) => !project.sample || project.waiting !== undefined || copies.includes(project))
}

export const waitingWords = (questions: number) =>
  questions === 1 ? '1 question waits' : `${questions} questions wait`
