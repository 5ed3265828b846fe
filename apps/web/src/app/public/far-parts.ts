// What belongs to a running server alone: one chunk, loaded with the first of it.
import { lazy } from 'react'

const load = () => import('../far/index.ts')

/** Asks who is in a network of the server, and shows it. */
export const openFarNetwork = (name: string): Promise<void> => load().then((far) => far.openFarNetwork(name))

export const FarFacts = lazy(() => load().then((far) => ({ default: far.FarFacts })))
export const FarNetworks = lazy(() => load().then((far) => ({ default: far.FarNetworks })))
