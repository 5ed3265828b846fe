import { useStore } from '@xyflow/react'

/** How much a node shows at the present zoom: everything, its name, or only its shape. */
export type Detail = 'all' | 'name' | 'shape'

export function useDetail(): Detail {
  return useStore((state) => detailOf(state.transform[2]))
}

function detailOf(zoom: number): Detail {
  if (zoom >= 0.75) return 'all'
  return zoom >= 0.4 ? 'name' : 'shape'
}
