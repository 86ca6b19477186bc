import type { FromWorker } from '#platform/serviceWorker/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** How long a window may take to say that it can be led elsewhere. */
const replyLimitMs = 500

/**
 * A tap opens its page: in a window of the store where nothing is half typed, else in a new one, so
 * that nothing is lost.
 */
export async function openPushed({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const address = String(notification.data ?? '/')
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === address)
  if (open) return void (await open.focus())
  const [last] = windows.filter(({ url }) => !/\/(checkout|cart)\b/.test(new URL(url).pathname))
  const moved =
    last &&
    (await mayLeave(last)) &&
    (await last
      .focus()
      .then((page) => page.navigate(address))
      .catch(() => null))
  if (!moved) await self.clients.openWindow(address)
}

/** A page of an older version does not answer: what it holds is not known. */
function mayLeave(page: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const message: FromWorker = { type: 'may-leave?' }
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(resolve, replyLimitMs, false)
    page.postMessage(message, [port2])
  })
}
