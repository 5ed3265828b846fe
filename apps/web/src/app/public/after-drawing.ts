// Work that can wait until what a person looks at has been drawn.

/** A page out of sight draws nothing; then this is long enough to wait. */
const UNDRAWN_MS = 100

/** Acts once, when the frame that is due has been drawn. */
export function afterDrawing(action: () => void): void {
  const late = setTimeout(act, UNDRAWN_MS)
  const frame = requestAnimationFrame(() => setTimeout(act))
  let acted = false
  function act(): void {
    if (acted) return
    acted = true
    clearTimeout(late)
    cancelAnimationFrame(frame)
    action()
  }
}
