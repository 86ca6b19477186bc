import { expect, test } from 'vitest'

import { mapsFrameRoute } from './mapsFrameRoute.ts'

const storeOrigin = 'https://pehno.example'
const policyOf = (response: Response) => response.headers.get('Content-Security-Policy') ?? ''

test('the frame runs one script in an opaque origin and can be embedded by the store only [loc.11] [safe.5]', async () => {
  const frame = mapsFrameRoute({ program: 'run("</SCRIPT>")', storeOrigin })

  const [first, second] = await Promise.all([
    frame.request('/maps-frame'),
    frame.request('/maps-frame'),
  ])

  const nonce = /'nonce-([^']+)'/.exec(policyOf(first))?.[1]
  expect(await first.text()).toContain(`<script nonce="${nonce}">run("\\x3C/SCRIPT>")</script>`)
  expect(policyOf(first)).toContain('sandbox allow-scripts')
  expect(policyOf(first)).not.toContain('allow-same-origin')
  expect(policyOf(first)).toContain("frame-ancestors 'self'")
  expect(policyOf(second)).not.toContain(nonce)
  expect(first.headers.get('Cache-Control')).toBe('no-store')
})

test('on its own origin it allows the store to embed it [loc.11] [safe.5]', async () => {
  const frame = mapsFrameRoute({
    program: '',
    storeOrigin,
    mapsOrigin: 'https://maps.pehno.example',
  })
  const policyAt = async (host: string) =>
    policyOf(await frame.request('/maps-frame', { headers: { Host: host } }))

  const policy = await policyAt('maps.pehno.example')

  expect(policy).toContain('frame-ancestors https://pehno.example')
  expect(policy).not.toContain('sandbox')
  // On the store's own origin Google's code could read the store's data.
  expect(await policyAt('pehno.example')).toContain('sandbox allow-scripts')
})
