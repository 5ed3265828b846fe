import { lazyPart } from '../../ui/index.ts'

// What belongs to a running server alone: one chunk, loaded with the first of it.

const load = () => import('../far/index.ts')

/** Asks who is in a network of the server, and shows it. */
export const openFarNetwork = (name: string): Promise<void> => load().then((far) => far.openFarNetwork(name))

export const FarFacts = lazyPart(() => load().then((far) => ({ default: far.FarFacts })))
export const FarNetworks = lazyPart(() => load().then((far) => ({ default: far.FarNetworks })))
