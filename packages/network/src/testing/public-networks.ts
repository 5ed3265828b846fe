// The public networks that tests read from outside this project.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from '../model.ts'
import type { NetworkInput } from '../network-source.ts'
import { readNetwork } from '../read-network.ts'

const shared = process.env.SLYGLASS_SHARED ?? new URL('../../../../../shared', import.meta.url).pathname

export const networkSets = ['neuro-san-studio', 'neuro-san'].map((name) => ({
  name,
  root: join(shared, 'networks', name),
  answers: join(shared, 'hocon', 'corpus-expected', `${name}.jsonl`),
}))

export const haveNetworks = networkSets.every(({ root, answers }) => existsSync(root) && existsSync(answers))
if (!haveNetworks) console.log(`public networks are not at ${shared}; set SLYGLASS_SHARED to test against them`)
if (!haveNetworks && process.env.CI === 'true') throw new Error('public networks are needed under CI=true')

/** Reads a file and, round by round, what it includes. */
export function readWithIncludes(
  root: string,
  file: string,
): { readonly network: Network; readonly input: NetworkInput } {
  const texts: Record<string, string> = {}
  for (let wanted: readonly string[] = [file]; ; ) {
    for (const doc of wanted) if (existsSync(join(root, doc))) texts[doc] = readFileSync(join(root, doc), 'utf8')
    const input = { network: 'x', file, texts }
    const network = readNetwork(input)
    wanted = network.missingIncludes.filter((doc) => texts[doc] === undefined && existsSync(join(root, doc)))
    if (wanted.length === 0) return { network, input }
  }
}

/** The lines of an answers file. */
export const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').trim().split('\n')
