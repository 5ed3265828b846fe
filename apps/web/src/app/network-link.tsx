import type { ProjectId } from '@slyglass/base'
import { openNetwork } from './public/project.ts'
import type { View } from './public/studio.ts'
import { RouteLink } from './route-link.tsx'

interface Props {
  readonly project: ProjectId
  readonly name: string
  readonly view: View
}

/** A network's name, which opens it. */
export function NetworkLink({ project, name, view }: Props) {
  return (
    <RouteLink
      className="networks-link"
      route={{ page: 'network', project, network: name, view }}
      onFollow={() => openNetwork(name, view)}
    >
      {name}
    </RouteLink>
  )
}
