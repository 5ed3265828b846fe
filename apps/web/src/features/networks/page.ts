// The list of networks: a chunk of its own, which a network that is opened by its address does without.
export { NetworksPage } from './networks-page.tsx'
