import { useSyncExternalStore } from 'react'

const query = '(width >= 56.25em)'

const follow = (call: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', call)
  return () => media.removeEventListener('change', call)
}

/** Whether there is room for two things side by side; on the server there is not. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  )
}
