declare const self: ServiceWorkerGlobalScope

/** A tap opens its page: in a window of the store if there is one, else in a new one. */
export async function openPushed({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const address = String(notification.data ?? '/')
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === address)
  if (open) return void (await open.focus())
  const [last] = windows.filter(({ url }) => !/\/(checkout|cart)\b/.test(new URL(url).pathname))
  const moved = await last
    ?.focus()
    .then((page) => page.navigate(address))
    .catch(() => null)
  if (!moved) await self.clients.openWindow(address)
}
