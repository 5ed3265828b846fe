// Keeps the address and the studio's state in step, both ways.
import { useEffect } from 'react'
import { parseRoute, printRoute, type Route } from './public/address.ts'
import { openNetwork, showProjectById } from './public/project.ts'
import { type StudioState, useStudio } from './public/studio.ts'

/** Follows the address while the shell is shown. `onLost` is told why an address leads nowhere. */
export function useAddress(ready: boolean, onLost: (message: string | undefined) => void): void {
  useEffect(() => {
    if (!ready) return
    let entering = true
    let entered = 0
    const enter = () => {
      entering = true
      entered += 1
      const turn = entered
      // Whoever goes on before a slow answer is there stays where they went.
      const isWanted = () => turn === entered
      applyRoute(parseRoute(location.hash), isWanted)
        .then((lost) => isWanted() && onLost(lost))
        .finally(() => {
          if (!isWanted()) return
          entering = false
          writeAddress(useStudio.getState(), true)
        })
    }
    const follow = (now: StudioState, before: StudioState) => {
      if (entering) return
      const turned = now.page !== before.page || now.networkName !== before.networkName || now.view !== before.view
      writeAddress(now, !turned)
      // What was asked for is no matter any more once something else is in view.
      if (turned || now.project?.id !== before.project?.id) onLost(undefined)
    }
    const moved = () => {
      if (printRoute(routeOf(useStudio.getState())) !== location.hash) enter()
    }
    enter()
    const unsubscribe = useStudio.subscribe(follow)
    addEventListener('hashchange', moved)
    addEventListener('popstate', moved)
    return () => {
      unsubscribe()
      removeEventListener('hashchange', moved)
      removeEventListener('popstate', moved)
    }
  }, [ready, onLost])
}

/** Brings what an address names into view; answers why it cannot be. */
async function applyRoute(route: Route, isWanted: () => boolean): Promise<string | undefined> {
  const { set } = useStudio.getState()
  if (route.page === 'home' || route.page === 'settings' || route.project === undefined) {
    set({ page: route.page === 'settings' ? 'settings' : 'home' })
    return undefined
  }
  const failure = await showProjectById(route.project, isWanted)
  if (!isWanted()) return undefined
  if (failure !== undefined) {
    set({ page: 'home' })
    return failure.code === 'unknown-project' || failure.status === 404
      ? route.project.startsWith('srv_')
        ? 'The server of this address is not open any more. Open it again by its URL.'
        : 'The project of this address is not open. Open its folder again.'
      : failure.message
  }
  if (route.page === 'networks' || route.network === undefined) {
    set({ page: 'networks' })
    return undefined
  }
  const opening = openNetwork(route.network, route.view)
  if (useStudio.getState().networkName === route.network) {
    set({
      ...(route.run === undefined ? {} : { run: route.run }),
      ...(route.span === undefined ? {} : { selection: { kind: 'span', span: route.span } }),
      ...(route.entry === undefined ? {} : { selection: { kind: 'entry', entry: route.entry } }),
    })
  }
  await opening
  return useStudio.getState().page === 'network' ? undefined : `This project has no network named ${route.network}.`
}

function routeOf({ page, project, networkName, view, run, selection }: StudioState): Route {
  return {
    page,
    view,
    ...(project === undefined ? {} : { project: project.id }),
    ...(networkName === undefined ? {} : { network: networkName }),
    ...(run === undefined ? {} : { run }),
    ...(selection?.kind === 'span' ? { span: selection.span } : {}),
    ...(selection?.kind === 'entry' ? { entry: selection.entry } : {}),
  }
}

function writeAddress(state: StudioState, replace: boolean): void {
  const fragment = printRoute(routeOf(state))
  if (fragment === location.hash) return
  if (replace) history.replaceState(null, '', fragment)
  else history.pushState(null, '', fragment)
}
