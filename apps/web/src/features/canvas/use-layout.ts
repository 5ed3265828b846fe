import { useEffect, useMemo, useState } from 'react'
import { createWorker } from '../../app/public/trusted-worker.ts'
import type { Graph } from './graph.ts'
import type { LayoutInput } from './layout.ts'
import workerUrl from './layout.worker.ts?worker&url'
import type { LayoutOutput } from './placement.ts'

let worker: Worker | undefined
let lastId = 0

/** Automatic positions, computed off the main thread. An answer for an older graph is dropped. */
export function askLayout(input: LayoutInput): Promise<LayoutOutput> {
  worker ??= createWorker(workerUrl)
  const asked = worker
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    const answer = (event: MessageEvent<{ readonly id: number; readonly output: LayoutOutput }>) => {
      if (event.data.id !== id) return
      stop()
      resolve(event.data.output)
    }
    const fail = (event: ErrorEvent) => {
      stop()
      reject(new Error(`the layout failed: ${event.message}`))
    }
    const stop = () => {
      asked.removeEventListener('message', answer)
      asked.removeEventListener('error', fail)
    }
    asked.addEventListener('message', answer)
    asked.addEventListener('error', fail)
    asked.postMessage({ id, input })
  })
}

/** The worker's answer; where it cannot be had (a file of a former build, a page that is being left), one from here. */
async function layOut(input: LayoutInput): Promise<LayoutOutput> {
  try {
    return await askLayout(input)
  } catch {
    worker = undefined
    const { layoutGraph } = await import('./layout.ts')
    return layoutGraph(input)
  }
}

export function layoutInput({ nodes, edges }: Graph): LayoutInput {
  return {
    nodes: nodes.map(({ id, inside }) => ({ id, inside })),
    edges: edges.map(({ from, to }) => ({ from, to })),
  }
}

/** An automatic layout; `isCurrent` once it is the one of the present graph, and not the former one meanwhile. */
export interface AutomaticLayout {
  readonly output: LayoutOutput | undefined
  readonly isCurrent: boolean
}

export function useAutomaticLayout(graph: Graph | undefined): AutomaticLayout {
  const [known, setKnown] = useState<{ readonly of: LayoutInput; readonly output: LayoutOutput | undefined }>()
  const shape = graph === undefined ? undefined : JSON.stringify(layoutInput(graph))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only nodes and edges matter, not what else changed in the graph
  const input = useMemo(() => (shape === undefined || graph === undefined ? undefined : layoutInput(graph)), [shape])
  useEffect(() => {
    if (input === undefined) return
    let live = true
    layOut(input).then(
      (output) => live && setKnown({ of: input, output }),
      () => live && setKnown((before) => ({ of: input, output: before?.output })),
    )
    return () => {
      live = false
    }
  }, [input])
  return { output: known?.output, isCurrent: known?.of === input }
}
