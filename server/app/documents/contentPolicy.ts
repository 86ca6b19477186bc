type Hashes = { styleHash: string; scriptHash: string }

/** Third-party hosts that a document may load from or connect to; only `/checkout` has any. */
export type ThirdPartyHosts = Record<'script' | 'frame' | 'connect' | 'image' | 'form', string[]>

export const noThirdPartyHosts: ThirdPartyHosts = {
  script: [],
  frame: [],
  connect: [],
  image: [],
  form: [],
}

/** Hosts that Razorpay's checkout window loads from. */
export const razorpayHosts: ThirdPartyHosts = {
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

/** Adds the origin of the maps frame, which every document may embed. */
export const withFrames = (hosts: ThirdPartyHosts, frames: string[]): ThirdPartyHosts => ({
  ...hosts,
  frame: [...hosts.frame, ...frames],
})

/** Left out where third-party scripts run: they assign plain strings, which trusted types would block. */
const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['pehno'],
}

/**
 * The content security policy of a document. It allows inline code by hash, not by nonce, because
 * documents are cached on the server and by the service worker.
 */
export function contentPolicyOf(
  hashes: Hashes,
  hosts: ThirdPartyHosts = noThirdPartyHosts,
): string {
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
  return policyText(rules)
}

const policyText = (rules: Record<string, string[]>): string =>
  Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/**
 * The content security policy of the staff desk: its own files only, and no inline code at all. Its component library sets
 * styles of elements by script, which needs no exception. `frames` are where the frame of the maps comes from.
 */
export const deskPolicyOf = (frames: string[]): string =>
  policyText({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'frame-ancestors': ["'none'"],
    ...trustedTypes,
  })

/** What the desk may use of the device: the camera reads codes, the location shows where a rider is. */
export const deskPermissions = 'geolocation=(self), camera=(self), microphone=(), payment=()'

/** Headers of every response. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(self)',
  'X-Frame-Options': 'DENY',
  // The effective connection type: photos are smaller on a slow network.
  'Accept-CH': 'ECT',
} as const

/** Sent if the store is served over HTTPS only. No `includeSubDomains`: other subdomains belong to the merchant. */
export const httpsOnlyHeader = { 'Strict-Transport-Security': 'max-age=31536000' }
