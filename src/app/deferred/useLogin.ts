import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import type { SignedIn } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { mergeCart } from '#features/cart/mergeCart.ts'
import { savePendingWish } from '#features/wishlist/hearts.ts'
import { clearVisitedPages, unsubscribeFromPush } from '#platform/serviceWorker/workerClient.ts'
import { isDifferentUser, saveLastUser } from '#platform/session/lastSession.ts'
import { saveToken, signIn } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'

/** Runs after a login: the guest's bag is merged first, so that the first read includes it. */
export function useLogin() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function finish(signedIn: SignedIn): Promise<void> {
    saveToken(signedIn.token)
    const showMergedCart = await mergeCart(signedIn)
    if (await isDifferentUser(signedIn)) await forgetLastUser()
    showMergedCart()
    await saveLastUser(signedIn)
    signIn(signedIn)
    // Replies to requests of the guest must not be stored for the customer.
    void mutate(() => true)
    void savePendingWish()
    void import('#features/notifications/push.ts')
      .then(({ renewPushSubscription }) => renewPushSubscription())
      .catch(() => undefined)
    const path = takeRedirect()
    if (path === paths.checkout) location.assign(path)
    else if (path) await navigate(path)
  }
}

/** Deletes the data of an earlier customer; the started checkout continues. */
async function forgetLastUser(): Promise<void> {
  localStorage.removeItem(storageKeys.orderSuccessTimestamp)
  sessionStorage.clear()
  await unsubscribeFromPush().catch(() => undefined)
  await Promise.all([clearPersisted(), clearVisitedPages()])
}

/** The page to return to; only paths of this store are accepted. */
function takeRedirect(): string | undefined {
  const kept = localStorage.getItem(storageKeys.redirectAfterLogin)
  localStorage.removeItem(storageKeys.redirectAfterLogin)
  return kept ? pathHere(kept, location.origin) : undefined
}

/** A stored URL as a path of this store; undefined for other origins. */
export function pathHere(kept: string, origin: string): string | undefined {
  if (!kept.startsWith('/') || !URL.canParse(kept, origin)) return undefined
  const url = new URL(kept, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}
