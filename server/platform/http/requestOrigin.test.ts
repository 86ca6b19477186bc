import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { callerAddress } from './requestOrigin.ts'

async function callerOf(passed: string, trustedProxies = 1): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(callerAddress(c, trustedProxies)))
  return (await app.request('/', { headers: { 'X-Forwarded-For': passed } })).text()
}

test.for([
  ['nobody of ours before the store', '9.9.9.9, 10.0.0.1', 0, 'inside'],
  ['one proxy', '9.9.9.9, 10.0.0.1', 1, '10.0.0.1'],
  ['two proxies', '9.9.9.9, 10.0.0.1, 10.0.0.2', 2, '10.0.0.1'],
  ['a proxy that wrote nothing', '', 1, 'inside'],
  ['fewer than there should be', '9.9.9.9', 2, 'inside'],
] as const)(
  'behind %s the caller is the one named by our own proxies [safe.4]',
  async ([, ...asked]) => {
    const [passed, proxies, caller] = asked
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
] as const)('%s is one of %s [safe.4]', async ([passed, caller]) => {
  expect(await callerOf(passed)).toBe(caller)
})
