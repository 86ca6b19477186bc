import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'

import type { Invoice } from '#contract/orders/order.ts'
import { type Paise, sum } from '#contract/values/money.ts'
import { allocate } from '#contract/cart/pricing.ts'
import { RefundReason } from '#contract/staff/itemChanges.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { termsOf } from '#contract/store/storeTerms.ts'
import { gstSplitOf, isSaleWithinState } from '#server/commerce/orders/gst.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { asPaise } from '#server/database/schema/columns.ts'
import {
  invoiceCounters,
  invoices,
  type LineRow,
  orderLines,
  type OrderRow,
} from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { users } from '#server/database/schema/users.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type Kind = 'invoice' | 'credit_note'
type InvoiceRequest = {
  order: OrderRow
  kind: Kind
  reference: string
  lines: LineRow[]
  /** A credit note contains the charges only if they are refunded as well. */
  charges: Charges
}
type Charges = Pick<OrderRow, 'trialPaise' | 'shippingPaise'>

/**
 * Issues the invoice when the goods ship, or for Try & Buy after the trial. What the store has given back of its own
 * accord until then has a credit note beside it.
 */
export async function issueInvoice(tx: Database, order: OrderRow): Promise<void> {
  const lines = await tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), ne(orderLines.status, 'Cancelled')))
    .orderBy(orderLines.position)
  await issueDocument(tx, { order, kind: 'invoice', reference: order.id, lines, charges: order })
  for (const line of lines) {
    const reference = `before:${line.id}`
    const credit = { lines: [line], amountPaise: line.refundedPaise, reference }
    await issueRefundCreditNote(tx, order, credit)
  }
  const isRefundOfOrder = and(
    eq(refunds.orderId, order.id),
    isNull(refunds.lineId),
    inArray(refunds.reason, RefundReason.options),
    ne(refunds.status, 'failed'),
  )
  const [total] = await tx
    .select({ paise: sql<string>`coalesce(sum(${refunds.amountPaise}), 0)` })
    .from(refunds)
    .where(isRefundOfOrder)
  const amountPaise = Number(total?.paise)
  await issueRefundCreditNote(tx, order, { lines, amountPaise, reference: `before:${order.id}` })
}

/** Issues a credit note for an invoiced order that was not delivered, less what was credited before. */
export async function issueOrderCreditNote(
  tx: Database,
  order: OrderRow,
  lines: LineRow[],
): Promise<void> {
  const documents = await readDocuments(tx, order.id)
  const totalOf = (kind: Kind) =>
    sum(documents.filter((document) => document.kind === kind).map(({ total }) => total))
  const amountPaise = totalOf('invoice') - totalOf('credit_note')
  await issueRefundCreditNote(tx, order, { lines, amountPaise, reference: order.id })
}

type Credit = {
  /** What the money was paid for. They bear it as far as their rows are not credited yet. */
  lines: LineRow[]
  amountPaise: number
  reference: string
}

/**
 * Issues a credit note for money that goes back, if the order has an invoice and there is any. A row of the invoice is
 * never credited with more than it says: a refund of the whole order may have credited an item before it is returned.
 * What the items themselves cannot bear any more is credited on the others, then on the charges.
 */
export async function issueRefundCreditNote(
  tx: Database,
  order: OrderRow,
  { lines, amountPaise, reference }: Credit,
): Promise<void> {
  if (amountPaise <= 0) return
  const ofOrder = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(orderLines.position)
  const open = await readUncredited(tx, order.id, ofOrder)
  const isTarget = ({ id }: LineRow) => lines.some((line) => line.id === id)
  const creditLines = (some: LineRow[], limit: number) => {
    const left = some.map(({ id }) => open.ofLines.get(id) ?? asPaise(0))
    const shares = allocate(asPaise(Math.min(limit, sum(left))), left)
    return some.map((line, nth) => withNet(line, shares[nth] ?? asPaise(0)))
  }
  const targets = creditLines(ofOrder.filter(isTarget), amountPaise)
  const afterTargets = amountPaise - netOf(targets)
  const others = creditLines(
    ofOrder.filter((line) => !isTarget(line)),
    afterTargets,
  )
  const afterItems = afterTargets - netOf(others)
  const shippingPaise = Math.min(afterItems, open.shippingPaise)
  const trialPaise = Math.min(afterItems - shippingPaise, open.trialPaise)
  const credited = [...targets, ...others].filter(({ netPaise }) => netPaise > 0)
  if (credited.length === 0 && shippingPaise + trialPaise === 0) return
  await issueDocument(tx, {
    ...{ order, kind: 'credit_note', reference, charges: { shippingPaise, trialPaise } },
    lines: credited,
  })
}

const netOf = (lines: LineRow[]) => lines.reduce((total, { netPaise }) => total + netPaise, 0)

/** What the invoice of an order says for each line and charge, less what was credited. Nothing without an invoice. */
async function readUncredited(tx: Database, orderId: string, lines: LineRow[]) {
  const open = { ofLines: new Map<string, Paise>(), shippingPaise: 0, trialPaise: 0 }
  for (const { kind, content } of await readContents(tx, orderId)) {
    for (const row of content.lines) {
      const paise = kind === 'invoice' ? row.total : -row.total
      if (row.name === chargeNames.shippingPaise) open.shippingPaise += paise
      else if (row.name === chargeNames.trialPaise) open.trialPaise += paise
      else {
        const id = lineIdOf(row, lines)
        open.ofLines.set(id, asPaise((open.ofLines.get(id) ?? 0) + paise))
      }
    }
  }
  return open
}

/** Documents of release 1.0.0 tell the lines by their names only. */
const lineIdOf = ({ lineId, name }: Row, lines: LineRow[]): string =>
  lineId ?? lines.find((line) => goodsName(line) === name)?.id ?? ''

/** A line of which a part of the price goes back, with the tax of that part. */
const withNet = (line: LineRow, net: Paise): LineRow => ({
  ...line,
  netPaise: net,
  ...gstSplitOf({ net, basisPoints: line.gstBasisPoints, isWithinState: line.igstPaise === 0 }),
})

/**
 * Issues a document with the next number of its financial year. The counter is locked until the
 * transaction of the caller ends, so a rollback returns the number and the series has no gaps.
 */
async function issueDocument(
  tx: Database,
  { order, kind, reference, lines, charges }: InvoiceRequest,
) {
  const facts = await readStoreFacts(tx)
  const isIssued = and(
    eq(invoices.orderId, order.id),
    eq(invoices.kind, kind),
    eq(invoices.reference, reference),
  )
  if (!facts || (await tx.$count(invoices, isIssued)) > 0) return
  const [buyer] = await tx.select().from(users).where(eq(users.id, order.userId))
  const [warehouse] = await tx
    .select()
    .from(warehouses)
    .where(eq(warehouses.id, order.warehouseId ?? ''))
  const at = clock.now()
  const { numberPrefix } = termsOf(facts)
  const series = `${kind === 'invoice' ? numberPrefix : `${numberPrefix}-CN`}/${financialYearOf(at)}`
  const number = await nextNumber(tx, series)
  const content = invoiceOf({
    number: `${series}/${String(number).padStart(6, '0')}`,
    at,
    seller: facts.legalEntity,
    buyerName: [buyer?.firstName, buyer?.lastName].filter(Boolean).join(' '),
    order,
    charges,
    lines,
    warehouseState: warehouse?.state ?? '',
  })
  await tx
    .insert(invoices)
    .values({ orderId: order.id, kind, reference, series, number, content, issuedAt: at })
}

/** A document as it is stored: its rows know the lines of the order. */
type Content = Omit<Invoice, 'lines'> & { lines: Row[] }
type Row = Invoice['lines'][number] & { lineId?: string }

async function readContents(db: Database, orderId: string) {
  const rows = await db
    .select({ kind: invoices.kind, content: invoices.content })
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.issuedAt), desc(invoices.kind), asc(invoices.number))
  return rows.map(({ kind, content }) => ({ kind, content: content as Content }))
}

/** The invoice and the credit notes of an order as they were issued, the oldest first. */
export async function readDocuments(
  db: Database,
  orderId: string,
): Promise<({ kind: Kind } & Invoice)[]> {
  const contents = await readContents(db, orderId)
  return contents.map(({ kind, content: { lines, ...content } }) => ({
    ...{ kind, ...content },
    lines: lines.map(({ lineId: _, ...row }) => row),
  }))
}

async function nextNumber(tx: Database, series: string): Promise<number> {
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({
      target: invoiceCounters.series,
      set: { lastNumber: sql`${invoiceCounters.lastNumber} + 1` },
    })
    .returning()
  return counter?.lastNumber ?? 1
}

/** The Indian financial year runs from April to March, for example 2026-27. */
function financialYearOf(day: Date): string {
  const indiaTime = new Date(day.getTime() + 5.5 * 60 * 60 * 1000)
  const startYear =
    indiaTime.getUTCMonth() >= 3 ? indiaTime.getUTCFullYear() : indiaTime.getUTCFullYear() - 1
  return `${startYear}-${String(startYear + 1).slice(2)}`
}

type InvoiceData = {
  number: string
  at: Date
  seller: StoreFacts['legalEntity']
  buyerName: string
  order: OrderRow
  charges: Charges
  lines: LineRow[]
  warehouseState: string
}

/** Builds a tax invoice for the lines as sold, with charge rows if there are charges. */
function invoiceOf(data: InvoiceData): Content {
  const { number, at, seller, buyerName, order, lines } = data
  const rows = [...lines.map(goodsRow), ...chargeRows(data)]
  const { street, city, state, postalCode } = order.address
  return {
    number,
    at: at.toISOString(),
    seller: { name: seller.name, address: seller.address, gstin: seller.gstin ?? null },
    buyer: { name: buyerName, address: [street, city, state, postalCode].join(', ') },
    lines: rows,
    total: sum(rows.map(({ total }) => total)),
  }
}

function goodsRow(line: LineRow): Row {
  const { hsn, quantity, gstBasisPoints } = line
  return {
    lineId: line.id,
    name: goodsName(line),
    hsn,
    quantity,
    taxable: asPaise(line.taxablePaise),
    gstPercent: gstBasisPoints / 100,
    cgst: asPaise(line.cgstPaise),
    sgst: asPaise(line.sgstPaise),
    igst: asPaise(line.igstPaise),
    total: asPaise(line.netPaise),
  }
}

const goodsName = ({ brandName, productName, soldSize, size }: LineRow) =>
  `${brandName} ${productName}, ${soldSize ?? size}`

const chargeNames = { trialPaise: 'Trial charges', shippingPaise: 'Delivery charges' } as const

/** SAC 996813 (local delivery services), taxed at 18 %. The charge includes the tax. */
const deliveryService = { sac: '996813', basisPoints: 1800 }

function chargeRows({ order, charges, lines, seller, warehouseState }: InvoiceData): Row[] {
  const rows = [
    { name: chargeNames.trialPaise, net: charges.trialPaise },
    { name: chargeNames.shippingPaise, net: charges.shippingPaise },
  ]
  // As the goods are taxed; a coupon can leave them without tax.
  const taxed = lines.find(({ sgstPaise, igstPaise }) => sgstPaise + igstPaise > 0)
  const isWithinState = taxed
    ? taxed.sgstPaise > 0
    : isSaleWithinState({
        seller: seller.state,
        buyer: order.address.state,
        warehouse: warehouseState,
      })
  return rows
    .filter(({ net }) => net > 0)
    .map(({ name, net }) => {
      const { sac, basisPoints } = deliveryService
      const tax = gstSplitOf({ net: asPaise(net), basisPoints, isWithinState })
      return {
        name,
        hsn: sac,
        quantity: 1,
        taxable: asPaise(tax.taxablePaise),
        gstPercent: basisPoints / 100,
        cgst: asPaise(tax.cgstPaise),
        sgst: asPaise(tax.sgstPaise),
        igst: asPaise(tax.igstPaise),
        total: asPaise(net),
      }
    })
}
