import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

import { canonicalOf } from './canonicalOf.ts'
import { useStoreName } from './useStoreName.ts'

/** A new page begins at its top; going back the browser puts it where it was. */
export function useArrival(title: string): void {
  const { pathname, search } = useLocation()
  const store = useStoreName()
  const isBack = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = title ? `${title} | ${store}` : store
  }, [title, store])
  useEffect(() => {
    sayCanonical(location.origin + canonicalOf(new URL(pathname + search, location.origin)))
  }, [pathname, search])
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (!isBack) scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, isBack])
}

/** A browser's own sharing takes the address from there. */
function sayCanonical(address: string): void {
  const known = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  const link = known ?? document.createElement('link')
  link.rel = 'canonical'
  link.href = address
  if (!known) document.head.append(link)
}
