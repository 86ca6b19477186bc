import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** How near it must come, in the window's own pixels. Browsers look much farther ahead. */
const nearness = '100px'

/**
 * A picture below the first sight, fetched when it comes near. Its place has a size of its own;
 * without a program it is there from the start.
 */
export function LatePicture(props: ComponentProps<'img'>) {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: nearness },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])

  if (isNear) return <img {...props} />
  return (
    <span ref={place}>
      <noscript>
        <img {...props} />
      </noscript>
    </span>
  )
}
