export { TrustBanner } from './trust-banner.tsx'
