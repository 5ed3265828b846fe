export { InspectorPanel } from './inspector-panel.tsx'
