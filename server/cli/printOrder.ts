import type { AdminOrder } from '#server/features/orders/adminOrders.ts'
import { formatRupees, formatTime, print, printTable } from './terminal.ts'

/** Prints an order with everything needed to pack and deliver it and to answer the customer. */
export function printOrder(order: AdminOrder): void {
  const packed = order.packedAt ? `, packed ${formatTime(order.packedAt)}` : ''
  print(`${order.orderNumber}  ${order.status}  ${order.purchaseType}`)
  print(
    `Placed ${formatTime(order.placedAt)}${packed}, warehouse ${order.warehouseId ?? 'unknown'}`,
  )
  if (order.promisedBy) print(`Promised by ${formatTime(order.promisedBy)}`)
  print(`To      ${order.receiver.name}, ${order.receiver.contactNumber ?? 'erased'}`)
  const { street, city, state, postalCode } = order.address
  print(`        ${oneLine([street, city, state, postalCode].filter(Boolean).join(', '))}`)
  if (order.agent) print(`With    ${order.agent.name}, ${order.agent.contactNumber}`)
  print(`Pays    ${formatRupees(order.totalPaise)}, ${order.paymentMethod}, ${order.paymentStatus}`)
  if (order.paymentStatus === 'paid' && order.duePaise > 0) {
    print(`        ${formatRupees(order.duePaise)} of it on delivery`)
  }
  printTable(order.items.map((item) => ['', ...itemColumns(item)]))
  for (const { item, returnReason, exchangeReason, refusalReason, returnPhotos } of order.items) {
    const reason = returnReason ?? exchangeReason
    if (reason) print(`  Item ${item}: ${oneLine(reason)} ${returnPhotos.join(' ')}`.trimEnd())
    if (refusalReason) {
      const kind = exchangeReason ? 'exchange' : 'return'
      print(`  Item ${item}, ${kind} declined: ${oneLine(refusalReason)}`)
    }
  }
  for (const payment of order.payments) {
    const { provider, kind, status, amountPaise, providerPaymentId } = payment
    print(
      `Payment ${formatRupees(amountPaise)} ${provider} ${kind} ${status} ${providerPaymentId ?? ''}`,
    )
  }
  for (const { id, amountPaise, provider, reason, status } of order.refunds) {
    print(`Refund  ${formatRupees(amountPaise)} ${provider} ${reason} ${status} ${id}`)
  }
  for (const { kind, number } of order.documents) {
    print(`${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`)
  }
  for (const { at, status, item, by } of order.history) {
    print(`${formatTime(at)}  ${status}${item === null ? '' : `, item ${item}`}, by ${by}`)
  }
}

const oneLine = (text: string) => text.replaceAll('\n', ' ')

function itemColumns(item: AdminOrder['items'][number]): string[] {
  const { size, trialSize, soldSize, exchangeSize } = item
  const sizes = [
    `size ${size}`,
    trialSize && `or ${trialSize}`,
    soldSize && `kept ${soldSize}`,
    exchangeSize && `for ${exchangeSize}`,
  ]
  return [
    `${item.item}`,
    `${item.quantity} x ${item.brand} ${item.name}`,
    item.code,
    sizes.filter(Boolean).join(', '),
    formatRupees(item.netPaise),
    item.status,
  ]
}
