import { expect, test } from 'vitest'

import { contentPolicyOf, noThirdPartyHosts, razorpayHosts, withFrames } from './contentPolicy.ts'

const hashes = { styleHash: "'sha256-style'", scriptHash: "'sha256-script'" }

test('a document contacts no third party and uses no inline HTML [safe.5]', () => {
  const policy = contentPolicyOf(hashes)

  expect(policy).not.toContain('https:')
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|nonce/)
})

test('the checkout contacts the payment provider only [safe.5] [checkout.9]', () => {
  const policy = contentPolicyOf(hashes, razorpayHosts)

  const hosts = policy.match(/https:\/\/[\w.-]+/g) ?? []
  expect(hosts.filter((host) => !host.endsWith('.razorpay.com'))).toEqual([])
  expect(policy).toContain('frame-src https://api.razorpay.com')
  expect(policy).not.toMatch(/unsafe|nonce/)
})

test('with Google Maps the store may embed the maps frame, but contacts no further origin itself [loc.11] [safe.5]', () => {
  const before = contentPolicyOf(hashes)
  const policy = contentPolicyOf(hashes, withFrames(noThirdPartyHosts, ["'self'"]))

  expect(before).toContain("frame-src 'none'")
  expect(policy).toBe(before.replace("frame-src 'none'", "frame-src 'self'"))
})
