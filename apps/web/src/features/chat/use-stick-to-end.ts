import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const NEAR = 32

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
    const onScroll = () => {
      stuck.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR
      setAway(!stuck.current)
    }
    const sizes = new ResizeObserver(() => {
      if (stuck.current) scroller.scrollTop = scroller.scrollHeight
      else onScroll()
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
