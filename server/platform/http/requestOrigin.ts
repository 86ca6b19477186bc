import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isIPv4, isIPv6 } from 'node:net'

import { StoreError } from './storeError.ts'

/**
 * Where a call comes from. Each of our own proxies adds one address at the end of the header;
 * what stands before those anybody may have written.
 */
export function callerAddress(c: Context, trustedProxies: number): string {
  const passed = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim())
  const told = trustedProxies > 0 ? passed.at(-trustedProxies) : undefined
  return networkOf(told || connectedAddress(c))
}

/** The /56 and the /48 around an IPv6 network as `callerAddress` gives it; none around IPv4. */
export function sitesAround(network: string): { 56: string; 48: string } | undefined {
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::$/.exec(network)?.slice(1)
  if (!groups) return undefined
  const [a, b, c, d = '0'] = groups
  const subnet = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return { 56: `${a}:${b}:${c}:${subnet}::/56`, 48: `${a}:${b}:${c}::/48` }
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
  const address = written.replace(/^\[(.*)\](:\d+)?$/, '$1')
  if (isIPv6(address)) return networkOfGroups(allGroups(address))
  const withoutPort = address.replace(/:\d+$/, '')
  return isIPv4(withoutPort) ? withoutPort : address
}

/** An IPv4 address written as IPv6, and one that a carrier translates: many share the first half. */
const carriesIPv4 = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

function networkOfGroups(groups: string[]): string {
  const whole = groups.join(':')
  if (whole === '0:0:0:0:0:0:0:1') return '::1'
  if (!carriesIPv4.has(groups.slice(0, 6).join(':'))) return `${groups.slice(0, 4).join(':')}::`
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((two) => [two >> 8, two & 255]).join('.')
}

/** All eight groups of an address, written out. */
function allGroups(address: string): string[] {
  const [before = '', after] = address.replace(/%.*$/, '').split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail]
}

const groupsOf = (part: string) => part.split(':').filter(Boolean).flatMap(groupsWrittenAs)

/** The last two groups may be written with dots. */
function groupsWrittenAs(written: string): string[] {
  if (!written.includes('.')) return [Number.parseInt(written, 16).toString(16)]
  const [a = 0, b = 0, c = 0, d = 0] = written.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16))
}

/**
 * Refuses what another site's page makes its visitors' browsers send. A form or an image of a page
 * elsewhere cannot send JSON without asking first, and browsers say where a request comes from.
 */
export function refuseCrossSite(c: Context): void {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new StoreError('invalid', 'This request has to be sent as application/json')
  }
  if (c.req.header('Sec-Fetch-Site') === 'cross-site') {
    throw new StoreError('forbidden', 'Please use our own website for this')
  }
}
