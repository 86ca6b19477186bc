const publicPost = (path: string) =>
  ({ method: 'POST', path, access: 'public', cache: 'never' }) as const

/**
 * The part of the table of calls (`calls.ts`) that writes without a login. It is a module of its own
 * because the service worker needs one of them.
 */
export const publicWrites = {
  renewSubscription: publicPost('/push/renew'),
  complain: publicPost('/complaints'),
  reportVitals: publicPost('/vitals'),
  login: publicPost('/user/login'),
  verifyOtp: publicPost('/user/verify-otp'),
  signup: publicPost('/user/signup'),
} as const
