const FRAMES = 30

/** Gives the keyboard to an entry's node, as soon as it is drawn: after an edit the text is read first. */
export function focusNode(entry: string, frames = FRAMES): void {
  const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(entry)}"]`)
  if (node !== null) node.focus()
  else if (frames > 0) requestAnimationFrame(() => focusNode(entry, frames - 1))
}
