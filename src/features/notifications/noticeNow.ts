import { toastSuccess } from '#platform/toasts.ts'
import { askNotice } from './notificationApi.ts'
import { readPushState } from './pushState.ts'

/** Asks the store to tell when it is back, and says so. */
export async function askRestock(productId: string, size: string | undefined): Promise<void> {
  await askNotice(productId, { kind: 'restock', ...(size ? { size } : {}) })
  await toastSuccess(
    size
      ? `We'll notify you when ${size} is back in stock`
      : "We'll notify you when it's back in stock",
  )
}

/** The same, if this browser is told things already; false if that is to be asked for first. */
export async function noticeNow(productId: string, size: string | undefined): Promise<boolean> {
  if ((await readPushState()) !== 'on') return false
  await askRestock(productId, size)
  return true
}
