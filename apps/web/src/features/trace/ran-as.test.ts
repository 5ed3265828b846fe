import { expect, it } from 'vitest'
import { ranAs } from './ran-as.ts'

it.each([
  [{ language: 'python', isolation: 'bwrap', synchronous: true }, 'Python, enclosure: bubblewrap, through invoke'],
  [{ language: 'typescript', isolation: 'permission' }, 'TypeScript, enclosure: Node permissions'],
  [{ language: 'javascript', isolation: 'memory' }, 'JavaScript, enclosure: memory'],
  [{ language: 'python', isolation: 'host' }, 'Python, enclosure: none'],
  [{}, 'unknown language'],
] as const)('says of %j how it ran', (span, words) => expect(ranAs(span)).toBe(words))
