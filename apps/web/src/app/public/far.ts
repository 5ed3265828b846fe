// A running neuro-san server may stand where a project does: nothing of it lies here.
import { useStudio } from './studio.ts'

/** The address of the server whose networks are in view; undefined for a project of this machine. */
export function useFarAddress(): string | undefined {
  return useStudio((state) => state.project?.server?.address)
}

/** The host and port of an address. */
export const hostOf = (address: string): string => new URL(address).host
