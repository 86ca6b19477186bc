import { and, eq, ne, sql } from 'drizzle-orm'

import type { Invoice } from '#contract/order.ts'
import { sum } from '#contract/money.ts'
import type { StoreFacts } from '#contract/storeFacts.ts'
import { termsOf } from '#contract/storeTerms.ts'
import { gstSplitOf, isSaleWithinState } from '#server/commerce/gst.ts'
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
  hasCharges: boolean
}

/** Issues the invoice when the goods ship, or for Try & Buy after the trial. */
export async function issueInvoice(tx: Database, order: OrderRow): Promise<void> {
  const lines = await tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), ne(orderLines.status, 'Cancelled')))
    .orderBy(orderLines.position)
  await issueDocument(tx, { order, kind: 'invoice', reference: order.id, lines, hasCharges: true })
}

/** Issues a credit note for an invoiced order that was not delivered. */
export async function issueOrderCreditNote(
  tx: Database,
  order: OrderRow,
  lines: LineRow[],
): Promise<void> {
  const isInvoiced = and(eq(invoices.orderId, order.id), eq(invoices.kind, 'invoice'))
  if ((await tx.$count(invoices, isInvoiced)) === 0) return
  await issueDocument(tx, {
    order,
    kind: 'credit_note',
    reference: order.id,
    lines,
    hasCharges: true,
  })
}

/** Issues a credit note for a returned line. */
export const issueReturnCreditNote = (
  tx: Database,
  order: OrderRow,
  line: LineRow,
): Promise<void> =>
  issueDocument(tx, {
    order,
    kind: 'credit_note',
    reference: line.id,
    lines: [line],
    hasCharges: false,
  })

/**
 * Issues a document with the next number of its financial year. The counter is locked until the
 * transaction of the caller ends, so a rollback returns the number and the series has no gaps.
 */
async function issueDocument(
  tx: Database,
  { order, kind, reference, lines, hasCharges }: InvoiceRequest,
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
    order: hasCharges ? order : { ...order, trialPaise: 0, shippingPaise: 0 },
    lines,
    warehouseState: warehouse?.state ?? '',
  })
  await tx
    .insert(invoices)
    .values({ orderId: order.id, kind, reference, series, number, content, issuedAt: at })
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
  lines: LineRow[]
  warehouseState: string
}

/** Builds a tax invoice for the lines as sold, with charge rows if there are charges. */
function invoiceOf(data: InvoiceData): Invoice {
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

type Row = Invoice['lines'][number]

function goodsRow(line: LineRow): Row {
  const { productName, brandName, soldSize, size, hsn, quantity, gstBasisPoints } = line
  return {
    name: `${brandName} ${productName}, ${soldSize ?? size}`,
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

/** SAC 996813 (local delivery services), taxed at 18 %. The charge includes the tax. */
const deliveryService = { sac: '996813', basisPoints: 1800 }

function chargeRows({ order, lines, seller, warehouseState }: InvoiceData): Row[] {
  const charges = [
    { name: 'Trial charges', net: order.trialPaise },
    { name: 'Delivery charges', net: order.shippingPaise },
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
  return charges
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
