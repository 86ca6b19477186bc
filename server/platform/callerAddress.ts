import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Where a call comes from. Each of our own proxies adds one address at the end of the header;
 * what stands before those anybody may have written.
 */
export function callerAddress(c: Context, trustedProxies: number): string {
  const passed = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim())
  const told = trustedProxies > 0 ? passed.at(-trustedProxies) : undefined
  return told || connectedAddress(c)
}

/** A call from inside, as pages and tests make it, has no connection. */
function connectedAddress(c: Context): string {
  const isConnected = c.env && typeof c.env === 'object' && 'incoming' in c.env
  return (isConnected && getConnInfo(c).remote.address) || 'inside'
}
