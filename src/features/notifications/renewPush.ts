import { getDefaultStore } from 'jotai'

import { subscribe } from './notificationApi.ts'
import { pushChoiceAtom } from './pushChoice.ts'
import { currentSubscription, readPushState } from './pushState.ts'

/** What the store knew of this browser went with the session before: the new one is told again. */
export async function renewPush(): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription || (await readPushState()) !== 'on') return
  const store = getDefaultStore()
  // Writing what is there brings what was kept, also where no screen has read it yet.
  await store.set(pushChoiceAtom, (choice) => choice)
  await subscribe(subscription, store.get(pushChoiceAtom))
}
