import { asc, eq } from 'drizzle-orm'
import sanitizeHtml from 'sanitize-html'
import * as v from 'valibot'

import { cleanHtml } from '#server/commerce/cleanHtml.ts'
import { multiLineText } from '#contract/api/fields.ts'
import type { Database } from '#server/database/client/connect.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { purchaseTerms, shippingCharges } from '#server/database/schema/storefront.ts'

type PurchaseType = (typeof shippingCharges.$inferSelect)['shippingType']

/** Charges of a purchase type in paise, besides its items. A missing charge is 0. */
export type Charges = { purchaseType: PurchaseType; shippingPaise: number; trialPaise: number }
export type ChargeChanges = {
  shippingPaise?: number | undefined
  trialPaise?: number | undefined
}

export async function readCharges(db: Database, purchaseType: PurchaseType): Promise<Charges> {
  const isOfType = eq(shippingCharges.shippingType, purchaseType)
  const [shipping] = await db.select().from(shippingCharges).where(isOfType)
  const hasTerms = eq(purchaseTerms.purchaseType, purchaseType)
  const [terms] = await db.select().from(purchaseTerms).where(hasTerms)
  return {
    purchaseType,
    shippingPaise: shipping?.chargePaise ?? 0,
    trialPaise: terms?.chargePaise ?? 0,
  }
}

/**
 * Changes charges; fields that are left out and the conditions stay the same. Placed orders keep
 * their charges.
 */
export function changeCharges(
  db: Database,
  purchaseType: PurchaseType,
  { shippingPaise, trialPaise }: ChargeChanges,
): Promise<Charges> {
  return db.transaction(async (tx) => {
    if (shippingPaise !== undefined) {
      const charge = { chargePaise: shippingPaise }
      await tx
        .insert(shippingCharges)
        .values({ shippingType: purchaseType, ...charge })
        .onConflictDoUpdate({ target: shippingCharges.shippingType, set: charge })
    }
    if (trialPaise !== undefined) {
      const charge = { chargePaise: trialPaise }
      await tx
        .insert(purchaseTerms)
        .values({ purchaseType, conditions: '', ...charge })
        .onConflictDoUpdate({ target: purchaseTerms.purchaseType, set: charge })
    }
    return readCharges(tx, purchaseType)
  })
}

export type Terms = typeof purchaseTerms.$inferSelect

export const readAllTerms = (db: Database): Promise<Terms[]> =>
  db.select().from(purchaseTerms).orderBy(asc(purchaseTerms.purchaseType))

const maxLength = 5000

/**
 * Sets the conditions that shoppers read next to a purchase type, as HTML that is sanitized first.
 * The charge stays the same.
 *
 * @throws StoreError 'invalid' if no text is left, or too much
 */
export async function changeConditions(
  db: Database,
  purchaseType: PurchaseType,
  html: string,
): Promise<Terms> {
  const conditions = v.parse(multiLineText({ max: Infinity }), cleanHtml(html))
  if (sanitizeHtml(conditions, { allowedTags: [] }).trim() === '') {
    throw new StoreError('invalid', 'The conditions are empty')
  }
  if (conditions.length > maxLength) {
    throw new StoreError('invalid', `The conditions are longer than ${maxLength} characters`)
  }
  const [changed] = await db
    .insert(purchaseTerms)
    .values({ purchaseType, chargePaise: 0, conditions })
    .onConflictDoUpdate({ target: purchaseTerms.purchaseType, set: { conditions } })
    .returning()
  return changed as Terms
}
