import { useAtomValue } from 'jotai'

import type { Delivery } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'
import { locationAtom } from './locationAtom.ts'

const { quickMinutes, slowMinutes } = rules.delivery

/** The promise of delivery at the chosen place; for a visitor without one, the store's own. */
export function useDelivery() {
  const location = useAtomValue(locationAtom)
  return {
    addressText: location?.text,
    minutes: minutesOf(location?.delivery),
    /** False only after a check has failed. */
    isServiceable: location?.delivery !== null,
  }
}

function minutesOf(delivery: Delivery | null | undefined): number {
  const isQuick =
    delivery && delivery.unit.startsWith('min') && delivery.deliveryTime < quickMinutes
  return isQuick ? quickMinutes : slowMinutes
}
