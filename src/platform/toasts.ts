import { ApiError } from './api/apiError.ts'

let isWanted = false
const waiting = new Set<() => void>()

/** Whether anything was ever told: `app/LateToasts.tsx` then brings what draws it. */
export const hasToasts = () => isWanted

export function onFirstToast(call: () => void): () => void {
  waiting.add(call)
  return () => waiting.delete(call)
}

/** Comes with the first toast, which waits in its store until it is drawn. */
async function loadToasts() {
  const { toast } = await import('react-hot-toast/headless')
  isWanted = true
  for (const call of waiting) call()
  return toast
}

type Draw = (toast: Awaited<ReturnType<typeof loadToasts>>) => void

/** What is older says nothing any more of what is on the screen. */
const newsMs = 10_000

const retryMs = 1000

/**
 * Without a connection the toasts cannot be downloaded: that is tried again for as long as the toast
 * is news, and nobody waits for it meanwhile.
 */
async function show(draw: Draw, since = Date.now()): Promise<void> {
  const toast = await loadToasts().catch(() => undefined)
  if (toast) return draw(toast)
  setTimeout(() => void (Date.now() - since < newsMs && show(draw, since)), retryMs)
}

/** Tells that something was done. */
export const toastSuccess = (sentence: string) => show((toast) => void toast.success(sentence))

/** Tells something that is neither done nor wrong. */
export const toastInfo = (sentence: string) => show((toast) => void toast(sentence))

/** Tells in passing, in the corner at the top and for a second, what is plain to see anyway. */
export const toastBriefly = (sentence: string) =>
  show((toast) => void toast.success(sentence, { position: 'top-right' }))

/** Tells a failure in the given words, whatever its cause. */
export const toastFailure = (sentence: string) => () => show((toast) => void toast.error(sentence))

/** Tells a failure that nobody is waiting to hear of: it stays longer, and is read out at once. */
export const toastAlert = (sentence: string) =>
  show((toast) => {
    toast.error(sentence, { ariaProps: { role: 'alert', 'aria-live': 'assertive' } })
  })

/** Tells a failure in the server's words, or in ours if it sent none. */
export const toastServerMessageOr = (sentence: string) => (error: unknown) =>
  toastFailure((error instanceof ApiError && error.msg) || sentence)()

/** Tells why the input was refused, in the server's words; any other failure in ours. */
export const toastRefusalOr = (sentence: string) => (error: unknown) => {
  const isRefused =
    error instanceof ApiError && (error.code === 'invalid' || error.code === 'not_allowed_now')
  return toastFailure((isRefused && error.msg) || sentence)()
}
