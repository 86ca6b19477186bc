import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A new page begins at its top; going back the browser puts it where it was. */
export function useArrival(title: string): void {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = title ? `${title} | Pehno` : 'Pehno'
  }, [title])
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (!isBack) scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, isBack])
}
