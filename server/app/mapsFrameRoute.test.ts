import { expect, test } from 'vitest'

import { mapsFrameRoute } from './mapsFrameRoute.ts'

const policyOf = (answer: Response) => answer.headers.get('Content-Security-Policy') ?? ''

test('the frame runs its one program, in an origin that is nobody’s, inside the store alone [loc.11] [safe.5]', async () => {
  const frame = mapsFrameRoute({ program: 'run("</script>")', embeddedIn: undefined })

  const [first, second] = await Promise.all([
    frame.request('/maps-frame'),
    frame.request('/maps-frame'),
  ])

  const nonce = /'nonce-([^']+)'/.exec(policyOf(first))?.[1]
  expect(await first.text()).toContain(`<script nonce="${nonce}">run("<\\/script>")</script>`)
  expect(policyOf(first)).toContain('sandbox allow-scripts')
  expect(policyOf(first)).not.toContain('allow-same-origin')
  expect(policyOf(first)).toContain("frame-ancestors 'self'")
  expect(policyOf(second)).not.toContain(nonce)
  expect(first.headers.get('Cache-Control')).toBe('no-store')
})

test('at an origin of its own it names the store that may embed it [loc.11] [safe.5]', async () => {
  const frame = mapsFrameRoute({ program: '', embeddedIn: 'https://pehno.example' })

  const policy = policyOf(await frame.request('/maps-frame'))

  expect(policy).toContain('frame-ancestors https://pehno.example')
  expect(policy).not.toContain('sandbox')
})
