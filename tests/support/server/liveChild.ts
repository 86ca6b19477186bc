/**
 * Runs `storeChild` with Razorpay and MSG91 replaced by PROVIDERS_ORIGIN, because a live store has
 * no setting for their URLs.
 */
const providers = process.env.PROVIDERS_ORIGIN ?? ''
const direct = globalThis.fetch

globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  const target = url
    .replace('https://api.razorpay.com', `${providers}/razorpay`)
    .replace('https://control.msg91.com', `${providers}/msg91`)
  return direct(target, init)
}

await import('./storeChild.ts')

export {}
