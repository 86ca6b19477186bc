import { useEffect, useRef, useState } from 'react'

/**
 * Signs that the shopper has seen the first view and goes on. Screen readers on phones send a click
 * only.
 */
export const interactions: readonly string[] = ['scroll', 'pointerdown', 'keydown', 'click']
const noInteractions: readonly string[] = []

type Wanted = { margin: string; on: readonly string[] }

/**
 * Whether what is below the fold may load, because it no longer competes with the first view: once
 * its place is nearer to the window than the margin, or at one of these events. An element that is
 * not displayed is never near.
 */
export function useIsWanted<Place extends Element>({ margin, on }: Wanted) {
  const place = useRef<Place>(null)
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    const want = () => setIsWanted(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) want()
      },
      { rootMargin: margin },
    )
    if (place.current) observer.observe(place.current)
    // The browser may have scrolled before: while the scripts loaded, or back to where the shopper was.
    if (scrollY > 0 && on.includes('scroll')) want()
    for (const type of on) addEventListener(type, want, { once: true, passive: true })
    return () => {
      observer.disconnect()
      for (const type of on) removeEventListener(type, want)
    }
  }, [margin, on])
  return [place, isWanted] as const
}

/** Whether the shopper has scrolled near an element, so that what it shows has to load. */
export const useIsNear = <Place extends Element>() =>
  useIsWanted<Place>({ margin: '600px', on: noInteractions })
