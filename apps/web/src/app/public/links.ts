export { NetworkLink } from '../network-link.tsx'
