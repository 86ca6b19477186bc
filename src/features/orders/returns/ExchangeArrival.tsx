import {
  arrivalText,
  estimateArrival,
  promisedArrival,
} from '#contract/delivery/deliveryPromise.ts'
import type { Order, OrderLine } from '#contract/orders/order.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import type { StoreTerms } from '#contract/store/storeTerms.ts'
import { Note } from '#ui/feedback/Note.tsx'

type ExchangedOrder = Pick<Order, 'deliveryMinutes'>
type Props = {
  order: ExchangedOrder
  /** The line of a requested exchange; undefined for one that would be requested now. */
  line?: OrderLine
}

const pickupText =
  'We’ll pick up the old size in the same visit. Keep the product tag on it. We can’t accept an exchange without the tag.'

/** When the new size of an exchange arrives, and what happens with the old one. */
export function ExchangeArrival({ order, line }: Props) {
  const now = useNow()
  const terms = useStoreTerms()
  if (!now) return null
  return <Note icon="truck">{`${exchangeArrival({ order, line, now, terms })} ${pickupText}`}</Note>
}

type Exchange = {
  order: ExchangedOrder
  line?: OrderLine | undefined
  now: Date
  terms?: StoreTerms
}

/**
 * The arrival of the new size as a sentence. It is promised like an order that is placed when the
 * exchange is requested, to the address and from the warehouse of the exchanged order.
 */
export function exchangeArrival({ order, line, now, terms }: Exchange): string {
  const promisedAt = (at: Date) => promisedArrival(order.deliveryMinutes, at, terms)
  const at = line?.history.findLast(({ status }) => status === 'Exchange Requested')?.at
  if (!line || !at) return `Your new size arrives ${arrivalText(promisedAt(now), now, terms)}.`
  const { by, isLate } = estimateArrival(
    {
      promisedBy: promisedAt(new Date(at)),
      status: line.status,
      statusSince: new Date(line.history.at(-1)?.at ?? at),
    },
    now,
    terms,
  )
  const time = arrivalText(by, now, terms)
  return isLate
    ? `Your new size is running late. It will now arrive ${time}.`
    : `Your new size arrives ${time}.`
}
