import type { RunId, SpanId } from '@slyglass/base'
import { printRoute, type Route } from '../public/address.ts'
import { useStudio, type View } from '../public/studio.ts'
import { controller } from './instance.ts'

/** The address of a run in a view. */
export function runHref(run: RunId, view: View): string {
  const { project, networkName } = useStudio.getState()
  const route: Route = { page: 'network', view, run }
  return printRoute({
    ...route,
    ...(project === undefined ? {} : { project: project.id }),
    ...(networkName === undefined ? {} : { network: networkName }),
  })
}

/** Brings a span of a run into view. */
export function showSpan(run: RunId, span: SpanId, view: View): void {
  controller.openRun(run)
  useStudio.getState().set({ view, selection: { kind: 'span', span } })
}

/** Opens an entry, and with it its source, in the editor. */
export function showEntry(entry: string): void {
  useStudio.getState().set({ view: 'edit', selection: { kind: 'entry', entry } })
}
