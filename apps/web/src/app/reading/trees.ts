// The trees of the texts that were read last.
import { TreeCache } from '@slyglass/hocon'

export const trees = new TreeCache('neuro-san')
