import { useEffect, useRef, useState } from 'react'

/**
 * Events after which the shopper is past the first view. Screen readers on phones send only a
 * click.
 */
export const interactions: readonly string[] = ['scroll', 'pointerdown', 'keydown', 'click']
const noInteractions: readonly string[] = []

type LoadTrigger = { margin: string; on: readonly string[] }

/**
 * Whether content below the fold may load, because it no longer competes with the first view: once
 * its element is nearer to the window than `margin`, or at one of the events `on`. An element that is
 * not displayed is never near.
 */
export function useShouldLoad<Target extends Element>({ margin, on }: LoadTrigger) {
  const target = useRef<Target>(null)
  const [shouldLoad, setShouldLoad] = useState(false)
  useEffect(() => {
    const load = () => setShouldLoad(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load()
      },
      { rootMargin: margin },
    )
    if (target.current) observer.observe(target.current)
    // The browser may have scrolled before: while the scripts loaded, or back to where the shopper was.
    if (scrollY > 0 && on.includes('scroll')) load()
    for (const type of on) addEventListener(type, load, { once: true, passive: true })
    return () => {
      observer.disconnect()
      for (const type of on) removeEventListener(type, load)
    }
  }, [margin, on])
  return [target, shouldLoad] as const
}

/** Whether the shopper has scrolled near an element, so that its content has to load. */
export const useIsNearViewport = <Target extends Element>() =>
  useShouldLoad<Target>({ margin: '600px', on: noInteractions })
