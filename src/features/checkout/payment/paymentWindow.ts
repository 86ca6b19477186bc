import type { PaymentOrder, SignedPayment } from '#contract/checkout.ts'

type Options = {
  key: string
  amount: number
  currency: 'INR'
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  /** Time limit of the window; the order can still be paid after that. */
  timeout: number
  handler: (paid: SignedPayment) => void
  modal: { ondismiss: () => void }
}
type Window = { open: () => void; close?: () => void }
type Provider = new (options: Options) => Window
type Policy = { createScriptURL: (url: string) => string }
type World = { Razorpay?: Provider; pehnoPolicy?: Policy }

/** The script of each provider, loaded on the checkout page only. */
const programs = {
  razorpay: 'https://checkout.razorpay.com/v1/checkout.js',
  sandbox: '/sandbox/checkout.js',
} as const satisfies Record<PaymentOrder['provider'], string>

/** The window could not be opened, so nothing was paid. */
export class PaymentWindowUnavailable extends Error {
  override name = 'NoPaymentWindow'
}

const mintGreen = '#57d9ae'
/** The document has the store's name and colour. */
const said = (selector: string) =>
  document.querySelector<HTMLMetaElement>(`meta[${selector}]`)?.content
const windowSeconds = 14 * 60

/** Loads the provider's script once; retried after a failure. */
export async function loadPaymentWindow(provider: PaymentOrder['provider']): Promise<Provider> {
  const world = globalThis as World
  if (!world.Razorpay) await addProgram(programs[provider])
  if (!world.Razorpay) throw new PaymentWindowUnavailable('The program brought no window')
  return world.Razorpay
}

function addProgram(url: string): Promise<void> {
  const { pehnoPolicy } = globalThis as World
  const script = document.createElement('script')
  script.src = pehnoPolicy ? pehnoPolicy.createScriptURL(url) : url
  return new Promise((loaded, failed) => {
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new PaymentWindowUnavailable(`${url} did not come`))
    }
    document.head.append(script)
  })
}

export type Payer = { name: string; email: string; contact: string }
type Opening = { paymentOrder: PaymentOrder; description: string; payer: Payer }

/** Opens the window. Resolves with its result, or that it was dismissed. */
export function openPaymentWindow(
  Provider: Provider,
  { paymentOrder, description, payer }: Opening,
): { ended: Promise<SignedPayment | 'dismissed'>; close: () => void } {
  let shown: Window | undefined
  const ended = new Promise<SignedPayment | 'dismissed'>((end, failed) => {
    try {
      shown = new Provider({
        key: paymentOrder.key,
        amount: paymentOrder.amount,
        currency: paymentOrder.currency,
        name: said('property="og:site_name"') ?? 'Pehno',
        description,
        order_id: paymentOrder.razorpayOrderId,
        prefill: payer,
        theme: { color: said('name="theme-color"') ?? mintGreen },
        timeout: windowSeconds,
        handler: end,
        modal: { ondismiss: () => end('dismissed') },
      })
      shown.open()
    } catch (error) {
      failed(new PaymentWindowUnavailable('The window did not open', { cause: error }))
    }
  })
  return { ended, close: () => shown?.close?.() }
}
