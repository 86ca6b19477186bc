import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'

import type { SignedIn } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { mergeCart } from '#features/cart/mergeCart.ts'
import { savePendingWish } from '#features/wishlist/hearts.ts'
import { unsubscribeFromPush, clearVisitedPages } from '#platform/serviceWorker/workerClient.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { isDifferentUser, saveLastUser } from '#platform/session/lastSession.ts'
import { saveToken, signIn } from '#platform/session/session.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { pathHere } from './pathHere.ts'

/** What a login does: the visitor's bag comes along first, so that the first read has it. */
export function useSignIn() {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()

  return async function finish(signedIn: SignedIn): Promise<void> {
    saveToken(signedIn.token)
    const showMergedCart = await mergeCart(signedIn)
    if (await isDifferentUser(signedIn)) await forgetLastUser()
    showMergedCart()
    await saveLastUser(signedIn)
    signIn(signedIn)
    // Nothing that was asked before may stand for the user's.
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

/** What the one before left here is nobody else's; the way that was begun goes on. */
async function forgetLastUser(): Promise<void> {
  localStorage.removeItem(storageKeys.orderSuccessTimestamp)
  sessionStorage.clear()
  await unsubscribeFromPush().catch(() => undefined)
  await Promise.all([clearPersisted(), clearVisitedPages()])
}

/** Where the shopper wanted to go before; only a path of this store counts. */
function takeRedirect(): string | undefined {
  const kept = localStorage.getItem(storageKeys.redirectAfterLogin)
  localStorage.removeItem(storageKeys.redirectAfterLogin)
  return kept ? pathHere(kept, location.origin) : undefined
}
