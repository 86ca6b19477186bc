import { createElement } from 'react'
import { Link } from 'react-router-dom'

import { ApiError } from './api/apiError.ts'

let hasToast = false
const listeners = new Set<() => void>()

/** Whether there was a toast yet: `app/Shell.tsx` then loads what renders toasts. */
export const hasToasts = () => hasToast

export function onFirstToast(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

/** Loaded with the first toast, which waits in the library's store until it is rendered. */
async function loadToasts() {
  const { toast } = await import('react-hot-toast/headless')
  hasToast = true
  for (const callback of listeners) callback()
  return toast
}

type ShowToast = (toast: Awaited<ReturnType<typeof loadToasts>>) => void

/** An older message no longer matches what is on the screen. */
const maxAgeMs = 10_000

const retryMs = 1000

/**
 * Offline the toast library cannot be downloaded: that is retried as long as the message is recent,
 * in the background.
 */
async function show(showToast: ShowToast, since = Date.now()): Promise<void> {
  const toast = await loadToasts().catch(() => undefined)
  if (toast) return showToast(toast)
  setTimeout(() => void (Date.now() - since < maxAgeMs && show(showToast, since)), retryMs)
}

type ToastLink = { to: string; text: string }

/** Confirms an action; the link leads to its result. */
export const toastSuccess = (sentence: string, link?: ToastLink) =>
  show((toast) => void toast.success(link ? withLink(sentence, link) : sentence))

const withLink = (sentence: string, { to, text }: ToastLink) =>
  createElement('span', {}, `${sentence} `, createElement(Link, { to }, text))

/** For neutral information. */
export const toastInfo = (sentence: string) => show((toast) => void toast(sentence))

/** A short confirmation in the top corner, for what the shopper sees anyway. */
export const toastBriefly = (sentence: string) =>
  show((toast) => void toast.success(sentence, { position: 'top-right' }))

/** Reports a failure in the given words, whatever its cause. */
export const toastFailure = (sentence: string) => show((toast) => void toast.error(sentence))

/** Reports a failure that the shopper does not expect: it stays longer and is announced at once. */
export const toastAlert = (sentence: string) =>
  show((toast) => {
    toast.error(sentence, { ariaProps: { role: 'alert', 'aria-live': 'assertive' } })
  })

/** Reports a failure in the server's words, or in ours if it sent none. */
export const toastServerMessageOr = (sentence: string) => (error: unknown) =>
  toastFailure((error instanceof ApiError && error.msg) || sentence)

/** Reports why the input was rejected, in the words of the error; any other failure in ours. */
export const toastRefusalOr = (sentence: string) => (error: unknown) => {
  const isRefused =
    error instanceof ApiError && ['invalid', 'not_allowed_now', 'out_of_stock'].includes(error.code)
  return toastFailure((isRefused && error.msg) || sentence)
}
