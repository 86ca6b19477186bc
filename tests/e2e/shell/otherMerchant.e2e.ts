import { sql } from 'drizzle-orm'

import { fillPath, paths, policyNames } from '#contract/pages/paths.ts'
import { saveStoreFacts } from '#server/commerce/storeFacts.ts'
import { purchaseTerms, warehouses } from '#server/database/schema/storefront.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

const kochi = 'Willingdon Island, Kochi, Kerala 682003'
const facts = {
  ...demoFacts,
  name: 'Vastra',
  tagline: 'Worn within 90 mins',
  contacts: { ...demoFacts.contacts, address: kochi },
  legalEntity: { ...demoFacts.legalEntity, address: kochi, state: 'Kerala' },
  terms: {
    openingHour: 10,
    closingHour: 20,
    slowMinutes: 90,
    returnHours: 48,
    numberPrefix: 'VAS',
  },
}
const home = /Indore|Madhya Pradesh|Bhopal/

test('a store for Kochi shows no other city, on no page, and its own hours and terms [law.1] [support.1]', async ({
  page,
}) => {
  const { db, origin, close } = await privateStore()
  test.setTimeout(180_000)
  try {
    await saveStoreFacts(db, facts)
    await db.update(warehouses).set({ city: 'Kochi', state: 'Kerala', name: 'Vastra Kochi' })
    await db.update(purchaseTerms).set({ conditions: '<p>Try two sizes.</p>' })
    await db.execute(sql`update products set maker_address = 'Kochi', care_contact = 'Kochi'`)
    await db.execute(sql`update coupons set headline = '', tagline = ''`)
    await db.execute(sql`delete from home_offers`)
    const { rows } = await db.execute<{ id: string }>(sql`select id from products limit 1`)
    const product = fillPath(paths.product, { id: rows[0]?.id ?? '' })
    const policies = [...policyNames.keys()].map((policyType) =>
      fillPath(paths.policy, { policyType }),
    )
    const text = [paths.about, paths.contact, paths.support, paths.faq, paths.terms, paths.privacy]
    const shop = [paths.home, '/?gender=men', paths.collections, '/search?q=kurta', product]
    // What the process has stored of the demo store is older than a second by then.
    await new Promise((done) => setTimeout(done, 1500))

    const documents = new Map<string, string>()
    for (const path of [...shop, ...text, paths.refundPolicy, ...policies, '/api/store']) {
      const response = await fetch(origin + path)
      expect(response.status, path).toBe(200)
      documents.set(path, await response.text())
    }

    for (const [path, html] of documents) {
      expect(home.exec(html)?.[0], path).toBeUndefined()
      // The wordmark is drawn for the name of the demo store.
      expect(html, path).not.toContain('sprite.svg#logo')
    }
    // The worker's empty document has read nothing, and its store may not be reachable.
    await page.route('**/api/store*', (route) => route.abort())
    await page.goto(`${origin}/shells/page`)
    await expect(page).toHaveTitle(/\| Vastra$/)
    await expect(page.getByRole('contentinfo').getByText('Vastra', { exact: true })).toBeVisible()

    expect(documents.get(product)).toContain('Try &amp; Buy in Kochi')
    expect(documents.get(product)).toContain('within 48 hours of delivery')
    expect(documents.get(paths.collections)).toContain('at your door in 90 mins')
    expect(documents.get(fillPath(paths.policy, { policyType: 'shipping' }))).toContain('10 am')
  } finally {
    await close()
  }
})
