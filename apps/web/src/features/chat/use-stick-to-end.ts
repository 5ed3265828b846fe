import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isNearEnd, type ScrollPlace, staysAtEnd } from './at-end.ts'

/** Keeps a growing list at its end while the person is there, and leaves it alone when they are not. */
export function useStickToEnd(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [away, setAway] = useState(false)
  const stuck = useRef(true)
  const toEnd = useCallback(() => {
    stuck.current = true
    setAway(false)
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [box])
  useEffect(() => {
    const [scroller, grown] = [box.current, content.current]
    if (scroller === null || grown === null) return
    let before = placeOf(scroller)
    const look = () => {
      before = placeOf(scroller)
      setAway(!stuck.current && !isNearEnd(before))
    }
    const onScroll = () => {
      stuck.current = staysAtEnd(stuck.current, before, placeOf(scroller))
      look()
    }
    const sizes = new ResizeObserver(() => {
      if (stuck.current) scroller.scrollTop = scroller.scrollHeight
      look()
    })
    scroller.addEventListener('scroll', onScroll, { passive: true })
    sizes.observe(grown)
    sizes.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      sizes.disconnect()
    }
  }, [box, content])
  return { away, toEnd }
}

function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollPlace {
  return { top: scrollTop, height: scrollHeight, view: clientHeight }
}
