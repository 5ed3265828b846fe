export { FarFacts } from './far-facts.tsx'
export { FarNetworks } from './far-networks.tsx'
export { openFarNetwork } from './open-far-network.ts'
