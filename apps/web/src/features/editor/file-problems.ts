// What is to be said about the file in the editor when it is no part of the open network.
import type { Diagnostic } from '@slyglass/network'
import { create } from 'zustand'

export const useFileProblems = create<{ readonly problems: readonly Diagnostic[] }>(() => ({ problems: [] }))
