import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { placeholderPhoto } from '#contract/catalogue/photos.ts'
import { paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { cartAtom, itemCount } from '#features/cart/cartAtom.ts'
import { useAfterPaint } from '#platform/rendering/idle.ts'
import styles from './CartPill.module.css'
import { freePosition, type Offset, ownPlace } from './freePosition.ts'

const pagesWithoutPill: string[] = [paths.cart, paths.checkout]

/** A floating summary of the bag on phones, on pages other than the bag. It gives way to controls. */
export function CartPill() {
  const { products } = useAfterPaint(useAtomValue(cartAtom))
  const { pathname } = useLocation()
  const pill = useRef<HTMLAnchorElement>(null)
  const isShown = products.length > 0 && !pagesWithoutPill.includes(pathname)
  const { x, y } = useFreePosition(pill, isShown, pathname)
  if (!isShown) return null

  return (
    <Link
      ref={pill}
      to={paths.cart}
      className={styles.pill}
      style={{ translate: `${x}px ${-y}px` }}
      data-cart-pill
    >
      <span className={styles.thumbnails}>
        {products.slice(0, rules.cartPill.thumbnails).map(({ _id, productId }) => (
          <img
            key={_id}
            src={productId.photos[0] ?? placeholderPhoto}
            alt=""
            width={38}
            height={38}
            onError={({ currentTarget }) => {
              if (!currentTarget.src.endsWith(placeholderPhoto))
                currentTarget.src = placeholderPhoto
            }}
          />
        ))}
      </span>
      <span>{`${itemCount(products)} Item(s) in Bag`}</span>
    </Link>
  )
}

const scrollPauseMs = 150

/** Where the element covers no control; found again whenever the page has come to rest. */
function useFreePosition(
  floating: RefObject<HTMLElement | null>,
  isShown: boolean,
  pathname: string,
): Offset {
  const [offset, setOffset] = useState(ownPlace)
  useEffect(() => {
    if (!isShown) return
    const move = () => {
      const box = floating.current && boxInOwnPlace(floating.current)
      // On wide screens it is not displayed.
      if (!box?.width) return
      const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      setOffset((current) => freePosition(box, current, top))
    }
    let timer = setTimeout(move, scrollPauseMs)
    const moveAtRest = () => {
      clearTimeout(timer)
      timer = setTimeout(move, scrollPauseMs)
    }
    addEventListener('scroll', moveAtRest, { passive: true })
    // Controls appear with the size of their placeholder, or move with what is above them.
    const additions = new MutationObserver(moveAtRest)
    additions.observe(document.body, { childList: true, subtree: true })
    const sizes = new ResizeObserver(moveAtRest)
    sizes.observe(document.body)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', moveAtRest)
      additions.disconnect()
      sizes.disconnect()
    }
  }, [floating, isShown, pathname])
  return offset
}

/** Without the offset, which can still be animated. */
function boxInOwnPlace({
  offsetParent,
  offsetLeft,
  offsetTop,
  offsetWidth,
  offsetHeight,
}: HTMLElement) {
  const { left = 0, top = 0 } = offsetParent?.getBoundingClientRect() ?? {}
  return new DOMRect(left + offsetLeft, top + offsetTop, offsetWidth, offsetHeight)
}
