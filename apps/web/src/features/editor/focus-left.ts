// The code editor takes the place of the plain text while somebody may be typing there: focus and caret go over to it.

interface Selected {
  readonly from: number
  readonly to: number
}

let left: Selected | undefined

/** What was selected in the plain text, which had the focus when it went. */
export function leaveFocus(selected: Selected): void {
  left = selected
}

/** Once, and only while nothing else has taken the focus. */
export function takeFocus(): Selected | undefined {
  const taken = document.activeElement === document.body ? left : undefined
  left = undefined
  return taken
}
