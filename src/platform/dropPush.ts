/** This browser is told nothing any more. What the store knew of it goes with the session. */
export async function dropPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
