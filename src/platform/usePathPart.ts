import { useLocation } from 'react-router-dom'

import { pageAt } from '#contract/paths.ts'

/** A named part of the path, such as the id of `/products/:id`, in plain letters. */
export function usePathPart(name: string): string {
  const { pathname } = useLocation()
  const part = pageAt(new URL(`http://store${pathname}`))?.params[name] ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
