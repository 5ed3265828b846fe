export { SlyPanel } from './sly-panel.tsx'
