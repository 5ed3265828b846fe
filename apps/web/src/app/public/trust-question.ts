// Whether the open project's trust is being asked about, or was answered with "not now".
import type { ProjectId } from '@slyglass/base'
import { create } from 'zustand'

/** The project that a person chose only to read, for as long as this tab lives. */
export const useReadOnly = create<{ readonly project?: ProjectId | undefined }>(() => ({}))
