export { FarFacts } from './far-facts.tsx'
