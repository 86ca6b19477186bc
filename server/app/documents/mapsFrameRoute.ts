import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

type Options = {
  /** The program of the frame, `src/features/location/google/mapsFrame.ts` as built. */
  program: string
  /** Where the store is. */
  storeOrigin: string
  /** The second origin of this server that is meant for the frame, if there is one. */
  mapsOrigin?: string | undefined
}

/** The program as `vite build --mode maps` left it. */
export const readFrameProgram = (path: string) => readFileSync(path, 'utf8')

/**
 * The document in which Google's code runs, apart from the store: under its own policy, which is the
 * one that Google recommends, and either in an origin of its own or, by the `sandbox` directive, in an
 * opaque one. It is made anew for each request, as its nonce must not be known before.
 */
export function mapsFrameRoute({ program, storeOrigin, mapsOrigin }: Options): Hono {
  // A text that opens or ends a script element, or a comment, would do so here too. The escape means the
  // same in strings and regular expressions, the only places where a program holds such a text.
  const script = program.replace(/<(?=\/script|script|!--)/gi, '\\x3C')
  return new Hono().get('/maps-frame', (c) => {
    const nonce = randomBytes(16).toString('base64')
    // At the store's own address it is always sandboxed: there it could read what the store keeps.
    const isOwnOrigin =
      mapsOrigin !== undefined && c.req.header('Host') === new URL(mapsOrigin).host
    c.header('Content-Security-Policy', framePolicy(nonce, isOwnOrigin ? storeOrigin : undefined))
    c.header('Cache-Control', 'no-store')
    return c.html(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title>' +
        `<style nonce="${nonce}">html,body,#map{block-size:100%;margin:0}</style></head>` +
        `<body><div id="map"></div><script nonce="${nonce}">${script}</script></body></html>`,
    )
  })
}

const googleHosts = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com']

/** See "Content Security Policy Guide" of the Maps JavaScript API. */
function framePolicy(nonce: string, embeddedIn: string | undefined): string {
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
    'frame-ancestors': [embeddedIn ?? "'self'"],
    ...(embeddedIn ? {} : { sandbox: ['allow-scripts'] }),
  }
  return Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}
