import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Where a call comes from. Each of our own proxies adds one address at the end of the header;
 * what stands before those anybody may have written.
 */
export function callerAddress(c: Context, trustedProxies: number): string {
  const passed = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim())
  const told = trustedProxies > 0 ? passed.at(-trustedProxies) : undefined
  return networkOf(told || connectedAddress(c))
}

/** A call from inside, as pages and tests make it, has no connection. */
function connectedAddress(c: Context): string {
  const isConnected = c.env && typeof c.env === 'object' && 'incoming' in c.env
  return (isConnected && getConnInfo(c).remote.address) || 'inside'
}

/**
 * What is counted as one caller. Of IPv6 everybody has a whole network of addresses, and takes
 * another for each call if that helps; some proxies add the port, which is another each time.
 */
function networkOf(written: string): string {
  const address = written.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIPv6(address)) return `${networkGroups(address).join(':')}::`
  const withoutPort = address.replace(/:\d+$/, '')
  return isIPv4(withoutPort) ? withoutPort : address
}

/** The first half of an address, written out. */
function networkGroups(address: string): string[] {
  const [before = '', after] = address.replace(/%.*$/, '').split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4)
}

const groupsOf = (part: string) =>
  part
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16).toString(16))
