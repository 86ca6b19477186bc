import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and in the first draw of the browser, true after that. */
export function useOnDevice(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
