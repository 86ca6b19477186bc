import { Link as RouterLink, type LinkProps } from 'react-router'

/**
 * The router for server rendering. A page has about two hundred links, and the router's `Link`
 * resolves each of them, which only a click needs. After hydration the browser uses the real one.
 */
export * from 'react-router'

export function Link(props: LinkProps) {
  const { to, replace: _replace, state: _state, ...rest } = props
  const isPlain = typeof to === 'string' && /^\/(?!\/)/.test(to)
  return isPlain ? <a {...rest} href={to} /> : <RouterLink {...props} />
}
