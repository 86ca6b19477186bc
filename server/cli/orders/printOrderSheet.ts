import type { OrderSheet } from '#server/features/orders/orderSheets.ts'
import { moment, print, printTable, rupees } from '#server/cli/terminal/print.ts'

/** Prints an order with everything needed to pack and deliver it and to answer the customer. */
export function printOrderSheet(order: OrderSheet): void {
  const packed = order.packedAt ? `, packed ${moment(order.packedAt)}` : ''
  print(`${order.orderNumber}  ${order.status}  ${order.purchaseType}`)
  print(`Placed ${moment(order.placedAt)}${packed}, warehouse ${order.warehouseId ?? 'unknown'}`)
  if (order.promisedBy) print(`Promised by ${moment(order.promisedBy)}`)
  print(`To      ${order.receiver.name}, ${order.receiver.contactNumber ?? 'erased'}`)
  const { street, city, state, postalCode } = order.address
  print(`        ${oneLine([street, city, state, postalCode].filter(Boolean).join(', '))}`)
  if (order.agent) print(`With    ${order.agent.name}, ${order.agent.contactNumber}`)
  print(`Pays    ${rupees(order.totalPaise)}, ${order.paymentMethod}, ${order.paymentStatus}`)
  printTable(order.items.map((item) => ['', ...itemColumns(item)]))
  for (const { item, returnReason, exchangeReason, returnPhotos } of order.items) {
    const reason = returnReason ?? exchangeReason
    if (reason) print(`  Item ${item}: ${oneLine(reason)} ${returnPhotos.join(' ')}`.trimEnd())
  }
  for (const payment of order.payments) {
    const { provider, kind, status, amountPaise, providerPaymentId } = payment
    print(`Payment ${rupees(amountPaise)} ${provider} ${kind} ${status} ${providerPaymentId ?? ''}`)
  }
  for (const { id, amountPaise, provider, reason, status } of order.refunds) {
    print(`Refund  ${rupees(amountPaise)} ${provider} ${reason} ${status} ${id}`)
  }
  for (const { kind, number } of order.papers) {
    print(`${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`)
  }
  for (const { at, status, item, by } of order.history) {
    print(`${moment(at)}  ${status}${item === null ? '' : `, item ${item}`}, by ${by}`)
  }
}

const oneLine = (text: string) => text.replaceAll('\n', ' ')

function itemColumns(item: OrderSheet['items'][number]): string[] {
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
    rupees(item.netPaise),
    item.status,
  ]
}
