type Hashes = { styleHash: string; scriptHash: string }

/** Hosts that a document may talk to besides the store's own; only `/checkout` has any. */
export type ForeignHosts = { script: string[]; frame: string[]; connect: string[] }

export const noForeignHosts: ForeignHosts = { script: [], frame: [], connect: [] }

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
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...hosts.connect],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': hosts.frame.length > 0 ? hosts.frame : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['pehno'],
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
