import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isIPv4, isIPv6 } from 'node:net'

import { StoreError } from './storeError.ts'

/**
 * The network address of the caller. Each of our own proxies appends one address to X-Forwarded-For; the
 * addresses before those are sent by the client and cannot be trusted.
 */
export function callerAddress(c: Context, trustedProxies: number): string {
  const forwardedFor = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim())
  const forwarded = trustedProxies > 0 ? forwardedFor.at(-trustedProxies) : undefined
  return networkOf(forwarded || connectedAddress(c))
}

/** The /56 and the /48 that contain an IPv6 network from `callerAddress`; undefined for IPv4. */
export function ipv6Prefixes(network: string): { 56: string; 48: string } | undefined {
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::$/.exec(network)?.slice(1)
  if (!groups) return undefined
  const [a, b, c, d = '0'] = groups
  const subnet = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return { 56: `${a}:${b}:${c}:${subnet}::/56`, 48: `${a}:${b}:${c}::/48` }
}

/** Requests made inside the process by server rendering and tests have no connection. */
function connectedAddress(c: Context): string {
  const isConnected = c.env && typeof c.env === 'object' && 'incoming' in c.env
  return (isConnected && getConnInfo(c).remote.address) || 'inside'
}

/**
 * The network that rate limits count as one caller. An IPv6 client owns a whole /64 and can use another
 * address for each request. A port, which some proxies add, differs for each connection and is removed.
 */
function networkOf(addressAndPort: string): string {
  const address = addressAndPort.replace(/^\[(.*)\](:\d+)?$/, '$1')
  if (isIPv6(address)) return networkOfGroups(allGroups(address))
  const withoutPort = address.replace(/:\d+$/, '')
  return isIPv4(withoutPort) ? withoutPort : address
}

/** Prefixes of IPv4-mapped and NAT64 addresses (RFC 6052). Counted by /64, all their users would be one caller. */
const ipv4Prefixes = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

function networkOfGroups(groups: string[]): string {
  const whole = groups.join(':')
  if (whole === '0:0:0:0:0:0:0:1') return '::1'
  if (!ipv4Prefixes.has(groups.slice(0, 6).join(':'))) return `${groups.slice(0, 4).join(':')}::`
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((two) => [two >> 8, two & 255]).join('.')
}

/** Expands `::` to the eight groups of an IPv6 address. */
function allGroups(address: string): string[] {
  const [before = '', after] = address.replace(/%.*$/, '').split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail]
}

const groupsOf = (part: string) => part.split(':').filter(Boolean).flatMap(parseGroups)

/** The last two groups may be written with dots. */
function parseGroups(text: string): string[] {
  if (!text.includes('.')) return [Number.parseInt(text, 16).toString(16)]
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16))
}

/**
 * Rejects cross-site requests (CSRF). A form or image on another site cannot send JSON without a CORS
 * preflight, and browsers state the origin in `Sec-Fetch-Site`.
 */
export function refuseCrossSite(c: Context): void {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new StoreError('invalid', 'This request must be sent as application/json')
  }
  if (c.req.header('Sec-Fetch-Site') === 'cross-site') {
    throw new StoreError('forbidden', 'Please use our website for this')
  }
}
