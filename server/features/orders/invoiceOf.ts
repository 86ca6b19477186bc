import type { Invoice } from '#contract/invoice.ts'
import { type Paise, sum } from '#contract/money.ts'
import type { StoreFacts } from '#contract/storeFacts.ts'
import { gstSplitOf } from '#server/platform/gstOf.ts'
import type { LineRow, OrderRow } from './moveOrder.ts'

const paise = (amount: number) => amount as Paise

type Parts = {
  number: string
  at: Date
  seller: StoreFacts['legalEntity']
  buyerName: string
  order: OrderRow
  lines: LineRow[]
}

/** A tax invoice of lines as they were sold; with the charges where it is for the whole order. */
export function invoiceOf({ number, at, seller, buyerName, order, lines }: Parts): Invoice {
  const rows = [...lines.map(goodsRow), ...chargeRows(order, lines, seller.state ?? '')]
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
    taxable: paise(line.taxablePaise),
    gstPercent: gstBasisPoints / 100,
    cgst: paise(line.cgstPaise),
    sgst: paise(line.sgstPaise),
    igst: paise(line.igstPaise),
    total: paise(line.netPaise),
  }
}

/** Delivery of goods by a courier, SAC 9968; its tax is in the charge. */
const service = { sac: '996813', basisPoints: 1800 }

function chargeRows(order: OrderRow, lines: LineRow[], sellerState: string): Row[] {
  const charges = [
    { name: 'Trial charges', net: order.trialPaise },
    { name: 'Delivery charges', net: order.shippingPaise },
  ]
  const isWithinState = lines.some(({ cgstPaise }) => cgstPaise > 0)
    ? true
    : order.address.state.toLowerCase() === sellerState.toLowerCase()
  return charges
    .filter(({ net }) => net > 0)
    .map(({ name, net }) => {
      const { sac, basisPoints } = service
      const tax = gstSplitOf({ net: paise(net), basisPoints, isWithinState })
      return {
        name,
        hsn: sac,
        quantity: 1,
        taxable: paise(tax.taxablePaise),
        gstPercent: basisPoints / 100,
        cgst: paise(tax.cgstPaise),
        sgst: paise(tax.sgstPaise),
        igst: paise(tax.igstPaise),
        total: paise(net),
      }
    })
}
