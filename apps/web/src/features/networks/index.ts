export { NetworksPage } from './networks-page.tsx'
export { TrustBanner } from './trust-banner.tsx'
