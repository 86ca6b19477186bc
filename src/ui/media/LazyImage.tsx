import { type ComponentProps, useEffect, useRef, useState } from 'react'

/**
 * Distance from the window within which it loads before the first interaction. Browsers' own lazy
 * loading looks much farther ahead.
 */
const nearness = '100px'
const signs = ['scroll', 'pointerdown', 'keydown'] as const

/**
 * An image below the fold that must not compete with the first view: it loads on the shopper's
 * first interaction, and from then on as far ahead as the browser decides. Its space is reserved;
 * without JavaScript it loads at once.
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
