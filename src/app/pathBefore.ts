import { useEffect } from 'react'

let left: string | undefined

/** The page that was left for this one. */
export const pathBefore = () => left

/** Notes it when it is left. */
export function useLeaving(pathname: string): void {
  useEffect(
    () => () => {
      left = pathname
    },
    [pathname],
  )
}
