export { CanvasPanel } from './canvas-panel.tsx'
