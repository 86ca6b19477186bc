import { Hono } from 'hono'

/** Stands above every page. Its stylesheet is its own, so that no other store's pages have it. */
export const rehearsalNotice = {
  head: '<link rel="stylesheet" href="/rehearsal.css">',
  body: '<p class="rehearsal" role="note">Rehearsal: payments and text messages are not real.</p>',
}

const styles = `.rehearsal {
  margin: 0;
  padding: 8px 16px;
  color: #fff;
  background: #8a1538;
  font: 600 14px/1.4 system-ui, sans-serif;
  text-align: center;
}
@media print {
  .rehearsal { display: none; }
}
`

/**
 * The notice's styles, and the sandbox's payment window, which pages ask their own server for: it is fetched from the
 * stand-in of Razorpay.
 */
export function rehearsalRoutes(razorpayOrigin: string | undefined): Hono {
  const routes = new Hono().get('/rehearsal.css', (c) =>
    c.body(styles, 200, {
      'Content-Type': 'text/css; charset=UTF-8',
      'Cache-Control': 'no-cache',
    }),
  )
  if (razorpayOrigin === undefined) return routes
  const forward = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${razorpayOrigin}${path}`, init)
    const type = response.headers.get('Content-Type') ?? 'text/plain'
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-store' }
    return new Response(await response.text(), { status: response.status, headers })
  }
  return routes
    .get('/sandbox/checkout.js', () => forward('/sandbox/checkout.js'))
    .post('/sandbox/window/pay', async (c) => {
      const headers = { 'Content-Type': 'application/json' }
      return forward('/sandbox/window/pay', { method: 'POST', headers, body: await c.req.text() })
    })
}
