import { type LayoutInput, layoutGraph } from './layout.ts'

addEventListener('message', (event: MessageEvent<{ readonly id: number; readonly input: LayoutInput }>) => {
  postMessage({ id: event.data.id, output: layoutGraph(event.data.input) })
})
