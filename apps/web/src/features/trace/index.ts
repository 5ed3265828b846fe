export { TracePanel } from './trace-panel.tsx'
