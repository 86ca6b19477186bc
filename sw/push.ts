import { pageAt } from '#contract/paths.ts'
import { readsForPage } from '#contract/api/reads.ts'
import { request } from '#contract/workerRules.ts'
import { keepSeen } from './keepSeen.ts'
import { type Pushed, pushedFrom } from './pushed.ts'

declare const self: ServiceWorkerGlobalScope

/** A push is shown, whatever else fails; a little before, what its page reads is stored. */
export async function showPush(event: PushEvent): Promise<void> {
  const pushed = pushedFrom(event.data?.text(), self.location.origin)
  await Promise.race([keepPage(event, pushed), patience()])
  const { title, body, tag, url } = pushed
  const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en-IN' }
  await self.registration.showNotification(title, { body, tag, data: url.href, ...look })
}

/** The public reads of the page that a tap opens. A user's own page asks when it is open. */
async function keepPage(event: PushEvent, { url }: Pushed): Promise<void> {
  const found = pageAt(url)
  if (!found) return
  const reads = readsForPage(found.page, found.params).map(([, path]) => `/api/${path}`)
  await keepSeen(event, reads).catch(() => undefined)
}

const patience = () => new Promise((over) => setTimeout(over, request.softLimitMs))
