import { useLocation } from 'react-router-dom'

import { pageAt } from '#contract/pages/paths.ts'

/** A named parameter of the path, such as the id of `/products/:id`. */
export function usePathParam(name: string): string {
  const { pathname } = useLocation()
  return pageAt(new URL(`http://store${pathname}`))?.params[name] ?? ''
}
