import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'

import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import {
  deliveriesAtom,
  pickupsAtom,
  readDeliveries,
  readProblemAtom,
  savedShiftAtom,
  shiftAtom,
} from './deliveries.ts'
import { playSound, soundAtom } from './deliverySound.ts'

/** Riders have no stream of events, so an open page asks for new deliveries this often. */
const pollMs = 2000

/** The deliveries of the rider, read again as long as the page is open and visible. */
export function useDeliveries() {
  const { status } = useAtomValue(connectivityAtom)
  const isOffline = status === 'offline'
  usePoll(!isOffline)
  return {
    /** Undefined if nothing was ever read on this phone. */
    deliveries: useAtomValue(deliveriesAtom),
    own: useAtomValue(pickupsAtom),
    shift: useAtomValue(shiftAtom),
    problem: useAtomValue(readProblemAtom),
    isStorageRead: useAtomValue(savedShiftAtom.isReadAtom),
    isOffline,
  }
}

function usePoll(isEnabled: boolean) {
  useEffect(() => {
    if (!isEnabled) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function poll() {
      if (document.visibilityState === 'visible') await readDeliveries()
      if (!isOver) timer = setTimeout(() => void poll(), pollMs)
    }
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isEnabled])
}

/** The number of the delivery that was handed over last while the page is open. Plays the sound, if it is on. */
export function useNewDelivery(numbers: string[] | undefined): string | undefined {
  const seenNumbers = useRef<Set<string>>(undefined)
  const [newest, setNewest] = useState<string>()
  const isSoundOn = useAtomValue(soundAtom)
  const joined = numbers?.join(' ')
  useEffect(() => {
    if (joined === undefined) return
    const current = joined.split(' ').filter(Boolean)
    const added =
      seenNumbers.current && current.filter((number) => !seenNumbers.current?.has(number))
    seenNumbers.current = new Set([...(seenNumbers.current ?? []), ...current])
    if (!added || added.length === 0) return
    setNewest(added.at(-1))
    if (isSoundOn) playSound()
  }, [joined, isSoundOn])
  return newest
}
