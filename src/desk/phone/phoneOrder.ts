import type { PlacedPhoneOrder } from '#contract/staff/phoneOrders.ts'
import { phonePattern } from '#contract/values/phone.ts'
import type { PlaceCheck } from '#desk/address/deliveryPlace.ts'
import type { StaffResponse } from '#desk/app/request.ts'
import { errorText, fieldsText, request, useRead } from '#desk/app/request.ts'
import { useWarehouses } from '#desk/app/warehouses.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import type { Draft } from './draft.ts'
import { texts } from './texts.ts'

/** The customer of a phone number, once all of it is typed; null if the store knows nobody with it. */
export function useCaller(phone: string) {
  const isComplete = phonePattern.test(phone)
  const { data, problem, isReading, refresh } = useRead(
    'findCaller',
    isComplete ? { query: { contactNumber: phone } } : null,
    { shouldRetryOnError: false },
  )
  const customer = isComplete ? data?.result.customer : undefined
  return { customer, problem: isComplete ? problem : undefined, isReading, retry: refresh }
}

export type Quote = StaffResponse<'quotePhoneOrder'>['result']

type Priced = {
  draft: Draft
  warehouse: string | undefined
  customerId: string | undefined
  addressId: string | undefined
}

/** What the order costs, while it is put together. */
export function useQuote({ draft, warehouse, customerId, addressId }: Priced) {
  const { items, coupon } = draft
  // Without their details, which cost nothing and do not belong in a URL.
  const chosen = items.map(({ productId, size, quantity }) => ({ productId, size, quantity }))
  const { data, problem, isReading, refresh } = useRead(
    'quotePhoneOrder',
    chosen.length > 0 && warehouse
      ? {
          query: {
            ...{ items: JSON.stringify(chosen), warehouse },
            ...(coupon && { coupon }),
            ...(customerId && { customerId }),
            ...(customerId && addressId && { addressId }),
          },
        }
      : null,
    // Never answered from the cache, because stock may have changed since the same order was priced.
    { keepPreviousData: true, shouldRetryOnError: false, dedupingInterval: 0 },
  )
  const quote = chosen.length > 0 && warehouse ? data?.result : undefined
  return { quote, problem: quote ? undefined : problem, isReading, retry: refresh }
}

type PlaceOutcome =
  { kind: 'placed'; order: PlacedPhoneOrder } | { kind: 'refused' | 'unknown'; problem: string }

type Sent = { body: string; key: string }

/**
 * Places the order. After a refusal nothing was placed; after an unknown outcome the same order is sent again under its
 * key.
 */
export async function placeOrder({ body, key }: Sent): Promise<PlaceOutcome> {
  try {
    const { result } = await request('placePhoneOrder', {
      // As it was stored, so that a retry after a reload has the same content.
      body: JSON.parse(body) as Parameters<typeof request<'placePhoneOrder'>>[1]['body'],
      idempotencyKey: key,
    })
    return { kind: 'placed', order: result }
  } catch (error) {
    const isRefused = error instanceof ApiError && isDefiniteFailure(error)
    const problem = fieldsText(error) ?? errorText(error, texts.couldNotPlace)
    return { kind: isRefused ? 'refused' : 'unknown', problem }
  }
}

/** How often the links are read again: customers pay them. */
const linksPollMs = 5000

export function useLinkOrders() {
  const { data, problem, refresh } = useRead('readLinkOrders', {}, { refreshInterval: linksPollMs })
  return { links: data?.result.data, problem, refresh }
}

/** The open warehouse that delivers to the address, with its promise, and whether the person works for it. */
export function useOwnWarehouse({ place }: PlaceCheck) {
  const { own } = useWarehouses()
  const warehouse = place?.warehouses.find(({ isOpen }) => isOpen)
  if (!warehouse) return undefined
  return { ...warehouse, isOwn: own?.some(({ id }) => id === warehouse.id) ?? true }
}

export type OwnWarehouse = NonNullable<ReturnType<typeof useOwnWarehouse>>
