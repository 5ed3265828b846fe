/** Something that is held and must be let go of. */
export interface Disposable {
  dispose(): void
}

/** A disposable that runs `action` once, however often it is disposed. */
export function disposable(action: () => void): Disposable {
  let open = true
  return {
    dispose() {
      if (!open) return
      open = false
      action()
    },
  }
}
