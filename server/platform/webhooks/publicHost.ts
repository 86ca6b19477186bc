import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 networks that are not on the internet, or not a host (IANA's registry of special-purpose addresses). */
const specialIPv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** Of IPv6 only global unicast is on the internet; these parts of it are not, or lead on to an IPv4 address. */
const globalIPv6 = '2000::/3'
const specialIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockListOf(networks: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const isSpecialIPv4 = blockListOf(specialIPv4, 'ipv4')
const isGlobalIPv6 = blockListOf([globalIPv6], 'ipv6')
const isSpecialIPv6 = blockListOf(specialIPv6, 'ipv6')

/** Whether an IP address is one of the internet: not private, loopback, link-local or otherwise reserved. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !isSpecialIPv4.check(address, 'ipv4')
  return (
    version === 6 && isGlobalIPv6.check(address, 'ipv6') && !isSpecialIPv6.check(address, 'ipv6')
  )
}

/** A host that is, or whose name leads to, an address that is not of the internet. */
export class PrivateHostError extends Error {}

/**
 * Looks up a host for a connection, which then goes to the address that was checked: the name cannot lead elsewhere
 * between the check and the connection. One private address among several is enough to refuse the host.
 */
export const lookupPublicHost: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new PrivateHostError(`${hostname} is not a public host`), '')
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
