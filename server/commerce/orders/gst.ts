import type { Paise } from '#contract/values/money.ts'

type RateTable = { from: string; upTo: Paise; low: number; high: number }

/**
 * GST on clothes and shoes by the price of one item, in basis points (hundredths of a percent);
 * newest rates first.
 */
const rates: RateTable[] = [
  { from: '2025-09-22', upTo: 2500_00 as Paise, low: 500, high: 1800 },
  { from: '2017-07-01', upTo: 1000_00 as Paise, low: 500, high: 1200 },
]

/** The rate that applies on this day to an item with this price. */
export function gstBasisPointsOf(itemPaise: number, day: Date): number {
  const rateTable = rates.find(({ from }) => day >= new Date(from)) ?? rates.at(-1)
  if (!rateTable) return 0
  return itemPaise <= rateTable.upTo ? rateTable.low : rateTable.high
}

type TaxedPrice = { net: Paise; basisPoints: number; isWithinState: boolean }

/**
 * Splits a tax-inclusive price: half CGST and half SGST within a state, IGST between states. The
 * halves are equal to the paisa, as the law has them; an odd paisa belongs to the taxable value.
 */
export function gstSplitOf({ net, basisPoints, isWithinState }: TaxedPrice) {
  const exactTax = (net * basisPoints) / (10_000 + basisPoints)
  if (!isWithinState) {
    const igstPaise = Math.round(exactTax)
    return { taxablePaise: net - igstPaise, cgstPaise: 0, sgstPaise: 0, igstPaise }
  }
  const halfPaise = Math.round(exactTax / 2)
  return {
    taxablePaise: net - 2 * halfPaise,
    cgstPaise: halfPaise,
    sgstPaise: halfPaise,
    igstPaise: 0,
  }
}

type States = { seller: string | undefined; buyer: string; warehouse: string }

/** Whether a sale stays within one state. The warehouse's state stands in for one that is not known. */
export function isSaleWithinState({ seller, buyer, warehouse }: States): boolean {
  return (seller || warehouse).toLowerCase() === (buyer || warehouse).toLowerCase()
}

/** States and union territories, spelt as in addresses: the GST depends on the seller's and the buyer's. */
const states = [
  ...['Andaman and Nicobar Islands', 'Andhra Pradesh', 'Arunachal Pradesh', 'Assam', 'Bihar'],
  ...['Chandigarh', 'Chhattisgarh', 'Dadra and Nagar Haveli and Daman and Diu', 'Delhi', 'Goa'],
  ...['Gujarat', 'Haryana', 'Himachal Pradesh', 'Jammu and Kashmir', 'Jharkhand', 'Karnataka'],
  ...['Kerala', 'Ladakh', 'Lakshadweep', 'Madhya Pradesh', 'Maharashtra', 'Manipur', 'Meghalaya'],
  ...['Mizoram', 'Nagaland', 'Odisha', 'Puducherry', 'Punjab', 'Rajasthan', 'Sikkim'],
  ...['Tamil Nadu', 'Telangana', 'Tripura', 'Uttar Pradesh', 'Uttarakhand', 'West Bengal'],
]

/** The state with this name, in any case and with "and" or "&"; undefined if there is none. */
export function stateNamed(text: string): string | undefined {
  const plain = (name: string) =>
    name.toLowerCase().replaceAll('&', 'and').replace(/\s+/g, ' ').trim()
  return states.find((state) => plain(state) === plain(text))
}

const gstinCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether this is a GSTIN: 14 characters and the check character that follows from them. */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/.test(text)) return false
  const sum = [...text.slice(0, -1)].reduce((total, character, index) => {
    const product = gstinCharacters.indexOf(character) * ((index % 2) + 1)
    return total + Math.floor(product / gstinCharacters.length) + (product % gstinCharacters.length)
  }, 0)
  return (
    text.at(-1) ===
    gstinCharacters[
      (gstinCharacters.length - (sum % gstinCharacters.length)) % gstinCharacters.length
    ]
  )
}
