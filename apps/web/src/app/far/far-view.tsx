import { Panel, PanelGroup, PanelResizeHandle } from 'react-resizable-panels'
import { CanvasPanel } from '../../features/canvas/index.ts'
import { FarFacts } from '../../features/far-server/index.ts'
import { panelStorage } from '../public/preferences.ts'
import { useWidth } from '../use-width.ts'

/** A network of a running server: its graph, and what is told and not told of what is picked. */
export function FarView() {
  const width = useWidth()
  const narrow = width === 'phone' || width === 'narrow'
  return (
    <PanelGroup
      direction={narrow ? 'vertical' : 'horizontal'}
      autoSaveId={narrow ? 'far-rows' : 'far'}
      storage={panelStorage}
    >
      <Panel id="graph" order={1} defaultSize={narrow ? 60 : 72} minSize={30}>
        <CanvasPanel />
      </Panel>
      <PanelResizeHandle className="resize-handle" />
      <Panel id="facts" order={2} minSize={18}>
        <FarFacts />
      </Panel>
    </PanelGroup>
  )
}
