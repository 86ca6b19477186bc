import { asc, eq } from 'drizzle-orm'
import sanitizeHtml from 'sanitize-html'

import type { Database } from '#server/database/client/connect.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { purchaseTerms, shippingCharges } from '#server/database/schema/storefront.ts'

export type ChargedType = (typeof shippingCharges.$inferSelect)['shippingType']

/** What orders of one purchase type cost beside their items, in paise; unset charges are 0. */
export type Charges = { purchaseType: ChargedType; shippingPaise: number; trialPaise: number }
export type ChargeChanges = {
  shippingPaise?: number | undefined
  trialPaise?: number | undefined
}

export async function readCharges(db: Database, purchaseType: ChargedType): Promise<Charges> {
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

/** What is left out stays as it is, and so do the conditions. Orders that were placed keep their charges. */
export function changeCharges(
  db: Database,
  purchaseType: ChargedType,
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

export const readTerms = (db: Database): Promise<Terms[]> =>
  db.select().from(purchaseTerms).orderBy(asc(purchaseTerms.purchaseType))

/** The tags that the page shows; of any other only the words are kept. */
const allowedTags = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'br']
const mostLetters = 5000

/**
 * Sets the conditions that shoppers read beside a purchase type, as HTML that is cleaned first. The
 * charge stays as it is.
 *
 * @throws StoreError 'invalid' if no words are left, or too many
 */
export async function changeConditions(
  db: Database,
  purchaseType: ChargedType,
  html: string,
): Promise<Terms> {
  const conditions = sanitizeHtml(html, { allowedTags, allowedAttributes: {} }).trim()
  if (sanitizeHtml(conditions, { allowedTags: [] }).trim() === '') {
    throw new StoreError('invalid', 'The conditions are empty')
  }
  if (conditions.length > mostLetters) {
    throw new StoreError('invalid', `The conditions are longer than ${mostLetters} letters`)
  }
  const [changed] = await db
    .insert(purchaseTerms)
    .values({ purchaseType, chargePaise: 0, conditions })
    .onConflictDoUpdate({ target: purchaseTerms.purchaseType, set: { conditions } })
    .returning()
  return changed as Terms
}
