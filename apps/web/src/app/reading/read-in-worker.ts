import type { Result } from '@slyglass/base'
import { type DocumentEdit, type NetworkEdit, planEdit, readNetwork } from '@slyglass/network'
import type { PlanFault, Reading, ReadingInput } from './messages.ts'

export function readInWorker(input: ReadingInput): Reading {
  const network = readNetwork(sourcesOf(input))
  return { network, broken: network.diagnostics.some((diagnostic) => diagnostic.code.startsWith('syntax')) }
}

export function planInWorker(input: ReadingInput, edit: NetworkEdit): Result<readonly DocumentEdit[], PlanFault> {
  return planEdit(sourcesOf(input), edit)
}

function sourcesOf(input: ReadingInput) {
  return input
}
