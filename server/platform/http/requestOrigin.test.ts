import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { callerAddress, refuseCrossSite, ipv6Prefixes } from './requestOrigin.ts'

async function callerOf(passed: string, trustedProxies = 1): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(callerAddress(c, trustedProxies)))
  return (await app.request('/', { headers: { 'X-Forwarded-For': passed } })).text()
}

test.for([
  ['no proxy of ours', '9.9.9.9, 10.0.0.1', 0, 'inside'],
  ['one proxy', '9.9.9.9, 10.0.0.1', 1, '10.0.0.1'],
  ['two proxies', '9.9.9.9, 10.0.0.1, 10.0.0.2', 2, '10.0.0.1'],
  ['a proxy that set no header', '', 1, 'inside'],
  ['fewer proxies than expected', '9.9.9.9', 2, 'inside'],
] as const)(
  'behind %s the caller is the address that our own proxies report [safe.4]',
  async ([, ...requests]) => {
    const [passed, proxies, caller] = requests
    expect(await callerOf(passed, proxies)).toBe(caller)
  },
)

test.for([
  ['203.0.113.9:40112', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:40112', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['64:ff9b::cb00:710a', '203.0.113.10'],
  ['64:ff9b:1::cb00:710a', '64:ff9b:1:0::'],
  ['::1', '::1'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::'],
  ['[2001:db8:1:2:b:c:d:e]:40112', '2001:db8:1:2::'],
  ['[2001:db8:1:2:b:c:d:e]', '2001:db8:1:2::'],
  ['2001:db8::9', '2001:db8:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['unknown', 'unknown'],
] as const)('%s counts as the caller %s [safe.4]', async ([passed, caller]) => {
  expect(await callerOf(passed)).toBe(caller)
})

test.for([
  ['spaces and further proxies', ' 9.9.9.9 ,10.0.0.1 , 10.0.0.2 ', 3, '9.9.9.9'],
  ['an empty entry of our proxy', '9.9.9.9, ', 1, 'inside'],
] as const)('X-Forwarded-For is read with %s [safe.4]', async ([, passed, proxies, caller]) => {
  expect(await callerOf(passed, proxies)).toBe(caller)
})

test('without a header the caller is the remote address of the connection [safe.4]', async () => {
  const app = new Hono().get('/', (c) => c.text(callerAddress(c, 1)))
  const incoming = { socket: { remoteAddress: '203.0.113.9', remoteFamily: 'IPv4' } }

  expect(await (await app.request('/', {}, { incoming })).text()).toBe('203.0.113.9')
  expect(await (await app.request('/', {}, {})).text()).toBe('inside')
  expect(await (await app.request('/')).text()).toBe('inside')
})

test.for([
  ['2001:db8:1:2ff::', { 56: '2001:db8:1:200::/56', 48: '2001:db8:1::/48' }],
  ['2001:db8:1:ab::', { 56: '2001:db8:1:0::/56', 48: '2001:db8:1::/48' }],
  ['2001:db8:abcd:f0e1::', { 56: '2001:db8:abcd:f000::/56', 48: '2001:db8:abcd::/48' }],
  ['203.0.113.9', undefined],
  ['::1', undefined],
  ['inside', undefined],
  ['x2001:db8:1:2::', undefined],
  ['2001:db8:1:2::x', undefined],
] as const)('the larger networks around %s are %j [safe.4]', ([address, networks]) => {
  expect(ipv6Prefixes(address)).toEqual(networks)
})

async function sendForm(headers: Record<string, string>): Promise<string> {
  const app = new Hono()
    .post('/', (c) => {
      refuseCrossSite(c)
      return c.text('accepted')
    })
    .onError((error, c) => c.text((error as unknown as { code: string }).code))
  return (await app.request('/', { method: 'POST', headers })).text()
}

test.for([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/json ;charset=utf-8',
])('a change sent as %s is accepted [safe.3]', async (type) => {
  expect(await sendForm({ 'Content-Type': type })).toBe('accepted')
  const ours = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' }
  expect(await sendForm(ours)).toBe('accepted')
})

test.for([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/jsonp',
])('a change that another site can send as %s is refused [safe.3]', async (type) => {
  expect(await sendForm({ 'Content-Type': type })).toBe('invalid')
})

test('a change without a type, or from another site, is refused [safe.3]', async () => {
  expect(await sendForm({})).toBe('invalid')
  const crossSite = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }
  expect(await sendForm(crossSite)).toBe('forbidden')
})
