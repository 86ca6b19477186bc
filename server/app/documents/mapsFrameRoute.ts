import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

type Options = {
  /** JavaScript of the frame: `src/features/location/google/mapsFrame.ts`, built. */
  program: string
  storeOrigin: string
  /** A second origin that serves the frame only, if one is configured. */
  mapsOrigin?: string | undefined
}

/** Reads the output of `vite build --mode maps`. */
export const readFrameProgram = (path: string) => readFileSync(path, 'utf8')

/**
 * Serves the document in which Google Maps runs, isolated from the store: under the content security
 * policy that Google recommends, and either on a separate origin or, through the `sandbox` directive, on
 * an opaque one. It is rendered for each request, because its nonce must be unpredictable.
 */
export function mapsFrameRoute({ program, storeOrigin, mapsOrigin }: Options): Hono {
  // `</script`, `<script` and `<!--` would end or confuse the inline script. `\x3C` means the same in strings
  // and regular expressions, the only places where minified code contains them.
  const script = program.replace(/<(?=\/script|script|!--)/gi, '\\x3C')
  return new Hono().get('/maps-frame', (c) => {
    const nonce = randomBytes(16).toString('base64')
    // On the store's own origin the frame is always sandboxed, because it could read the store's storage there.
    const isOnMapsOrigin =
      mapsOrigin !== undefined && c.req.header('Host') === new URL(mapsOrigin).host
    c.header(
      'Content-Security-Policy',
      framePolicy(nonce, isOnMapsOrigin ? storeOrigin : undefined),
    )
    c.header('Cache-Control', 'no-store')
    return c.html(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title>' +
        `<style nonce="${nonce}">html,body,#map{block-size:100%;margin:0}</style></head>` +
        `<body><div id="map"></div><script nonce="${nonce}">${script}</script></body></html>`,
    )
  })
}

const googleHosts = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com']

/** Source: "Content Security Policy Guide" of the Maps JavaScript API. */
function framePolicy(nonce: string, parentOrigin: string | undefined): string {
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", 'https:', "'unsafe-eval'", 'blob:'],
    'style-src': [`'nonce-${nonce}'`, 'https://fonts.googleapis.com'],
    'img-src': [...googleHosts, 'https://*.googleusercontent.com', 'data:', 'blob:'],
    'connect-src': [...googleHosts, 'data:', 'blob:'],
    'font-src': ['https://fonts.gstatic.com'],
    'frame-src': ['https://*.google.com'],
    'worker-src': ['blob:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [parentOrigin ?? "'self'"],
    ...(parentOrigin ? {} : { sandbox: ['allow-scripts'] }),
  }
  return Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}
