type Hashes = { styleHash: string; scriptHash: string }

/** Hosts that a document may talk to besides the store's own; only `/checkout` has any. */
export type ForeignHosts = Record<'script' | 'frame' | 'connect' | 'image' | 'form', string[]>

export const noForeignHosts: ForeignHosts = {
  script: [],
  frame: [],
  connect: [],
  image: [],
  form: [],
}

/** What the provider's payment window is made of. */
export const razorpayHosts: ForeignHosts = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  image: ['https://cdn.razorpay.com'],
  form: ['https://api.razorpay.com'],
}

/** The same for every document of a store that has maps: the frame they run in. */
export const withFrames = (hosts: ForeignHosts, frames: string[]): ForeignHosts => ({
  ...hosts,
  frame: [...hosts.frame, ...frames],
})

/** Foreign programs write addresses as plain text, which would be refused. */
const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['pehno'],
}

/**
 * The policy of a document. It names what the document holds by its hash, never by a nonce, since
 * documents are kept by caches and by the worker.
 */
export function contentPolicyOf(hashes: Hashes, hosts: ForeignHosts = noForeignHosts): string {
  const { styleHash, scriptHash } = hashes
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [scriptHash, "'strict-dynamic'", ...hosts.script],
    'style-src': ["'self'", styleHash],
    'img-src': ["'self'", 'data:', 'blob:', ...hosts.image],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...hosts.connect],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': hosts.frame.length > 0 ? hosts.frame : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...hosts.form],
    'frame-ancestors': ["'none'"],
    ...(hosts.script.length === 0 ? trustedTypes : {}),
  }
  return Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

/** Headers that every answer carries. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(self)',
  'X-Frame-Options': 'DENY',
} as const

/** Sent where the store is reached over https alone. Subdomains are the merchant's to decide. */
export const httpsOnlyHeader = { 'Strict-Transport-Security': 'max-age=31536000' }
