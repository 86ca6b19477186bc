import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'

import { type Choice, readPushKey, subscribe, unsubscribe } from './notificationApi.ts'
import { pushChoiceAtom } from './pushChoice.ts'
import { currentSubscription, type PushState, readPushState } from './pushState.ts'

/** What this browser may tell its shopper, and how to change it. Undefined until that is known. */
export function usePush() {
  const [choice, setChoice] = useAtom(pushChoiceAtom)
  const [state, setState] = useState<PushState>()
  useEffect(() => {
    let isShown = true
    void readPushState().then((found) => isShown && setState(found))
    return () => {
      isShown = false
    }
  }, [])

  /** Only ever after a tap: this is where the browser asks whether it may. */
  async function turnOn(wanted: Choice): Promise<boolean> {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') {
      setState(permission === 'denied' ? 'denied' : 'off')
      return false
    }
    await subscribe((await currentSubscription()) ?? (await subscribeHere()), wanted)
    setChoice(() => wanted)
    setState('on')
    return true
  }

  async function turnOff(): Promise<void> {
    const subscription = await currentSubscription()
    if (subscription) {
      await unsubscribe(subscription)
      await subscription.unsubscribe()
    }
    setState('off')
  }

  return { state, choice, turnOn, turnOff }
}

async function subscribeHere(): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  const applicationServerKey = await readPushKey()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}
