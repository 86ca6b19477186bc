import { getDefaultStore } from 'jotai'
import { useState } from 'react'

import type { Invoice, Order } from '#contract/order.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { toastFailure, toastServerMessageOr } from '#platform/toasts.ts'

/** Goods are invoiced when they leave; what is tried on, once it is clear what was kept. */
export function hasInvoice({ orderType, history }: Pick<Order, 'orderType' | 'history'>): boolean {
  const invoicedAt = orderType === 'Standard' ? 'Shipped' : 'Delivered'
  return history.some(({ status }) => status === invoicedAt)
}

const couldNotRead = toastServerMessageOr("We couldn't load the invoice. Please try again.")
const tellOffline = toastFailure("You're offline. The invoice will open when you're back online.")

/** The tax invoice of an order, brought when it is asked for. */
export function useInvoice(orderId: string) {
  const [invoice, setInvoice] = useState<Invoice>()
  const [isOpening, setIsOpening] = useState(false)

  async function open(): Promise<void> {
    if (getDefaultStore().get(connectivityAtom).status === 'offline') return tellOffline()
    setIsOpening(true)
    try {
      const { readInvoice } = await import('#features/orders/ordersApi.ts')
      setInvoice(await readInvoice(orderId))
    } catch (error) {
      await couldNotRead(error)
    } finally {
      setIsOpening(false)
    }
  }

  return { invoice, isOpening, open, close: () => setInvoice(undefined) }
}
