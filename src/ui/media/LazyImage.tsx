import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** How near it must come before anybody has done anything. Browsers look much farther ahead. */
const nearness = '100px'
const signs = ['scroll', 'pointerdown', 'keydown'] as const

/**
 * A picture below the first sight, for which the first sight does not pay: it is asked for once the
 * shopper gives a sign of going on, and from then on as far ahead as the browser looks. Its place
 * has a size of its own; without a program it is there from the start.
 */
export function LazyImage(props: ComponentProps<'img'>) {
  const place = useRef<HTMLSpanElement>(null)
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    const want = () => setIsWanted(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) want()
      },
      { rootMargin: nearness },
    )
    if (place.current) observer.observe(place.current)
    for (const sign of signs) addEventListener(sign, want, { once: true, passive: true })
    return () => {
      observer.disconnect()
      for (const sign of signs) removeEventListener(sign, want)
    }
  }, [])

  if (isWanted) return <img {...props} loading="lazy" />
  return (
    <span ref={place}>
      <noscript>
        <img {...props} />
      </noscript>
    </span>
  )
}
