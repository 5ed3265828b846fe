/** Where a list that scrolls stands. */
export interface ScrollPlace {
  readonly top: number
  /** Of all that can be scrolled to. */
  readonly height: number
  /** Of what is seen of it. */
  readonly view: number
}

const NEAR = 32

const below = ({ top, height, view }: ScrollPlace) => height - top - view

/** True where the newest line is as good as seen. */
export function isNearEnd(place: ScrollPlace): boolean {
  return below(place) < NEAR
}

/**
 * Whether the list is to be kept at its end after it scrolled. Only going up leaves the end: that the end is further away tells
 * nothing, since what came since the last look may have moved it.
 */
export function staysAtEnd(stuck: boolean, before: ScrollPlace, now: ScrollPlace): boolean {
  if (below(now) <= 1) return true
  if (now.top < before.top - 1) return false
  return stuck || (now.top > before.top && isNearEnd(now))
}
