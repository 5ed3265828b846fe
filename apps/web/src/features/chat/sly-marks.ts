import { splitMasks } from '../../app/public/run-widgets.ts'

interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  data?: { hName: string; hProperties: Record<string, unknown>; hChildren: MarkdownNode[] }
}

/** Remark step: a masked private value in prose becomes a chip that names its key. */
export function slyMarks() {
  return (tree: MarkdownNode) => markChildren(tree)
}

function markChildren(node: MarkdownNode): void {
  node.children =
    node.children?.flatMap((child) => {
      if (child.type !== 'text') {
        markChildren(child)
        return [child]
      }
      return splitMasks(child.value ?? '').map((part) =>
        part.sly ? chip(part.text) : { type: 'text', value: part.text },
      )
    }) ?? []
}

function chip(key: string): MarkdownNode {
  const hChildren = [{ type: 'text', value: key }]
  return { type: 'slyMark', data: { hName: 'span', hProperties: { className: ['sly-chip'] }, hChildren } }
}
