import { Link as RouterLink, type LinkProps } from 'react-router'

/**
 * The router as the server's build has it: a page drawn there has some two hundred links, and what
 * the router reckons for each of them matters where somebody taps. Nobody does before the page is
 * taken over, and then it draws with the router itself.
 */
export * from 'react-router'

export function Link(props: LinkProps) {
  const { to, replace: _replace, state: _state, ...rest } = props
  const isPlain = typeof to === 'string' && /^\/(?!\/)/.test(to)
  return isPlain ? <a {...rest} href={to} /> : <RouterLink {...props} />
}
