import * as v from 'valibot'

import { Paise } from './money.ts'
import { reply } from './reply.ts'

const Party = v.object({ name: v.string(), address: v.string(), gstin: v.nullish(v.string()) })

/** A tax invoice; amounts in paise. Within a state the tax is CGST and SGST, else IGST. */
export const Invoice = v.object({
  number: v.string(),
  at: v.string(),
  seller: Party,
  buyer: Party,
  lines: v.array(
    v.object({
      name: v.string(),
      hsn: v.string(),
      quantity: v.number(),
      taxable: Paise,
      gstPercent: v.number(),
      cgst: Paise,
      sgst: Paise,
      igst: Paise,
      total: Paise,
    }),
  ),
  total: Paise,
})
export type Invoice = v.InferOutput<typeof Invoice>
export const InvoiceReply = reply({ result: Invoice })
