import { sql } from 'drizzle-orm'

import { openConnection } from '#server/database/client/connect.ts'
import { violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

/** A product that the warehouse in Indore has, and the one in Pune does not. */
async function productOfIndoreOnly(): Promise<string> {
  const { db, close } = openConnection(process.env.DATABASE_URL ?? '')
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from products where stock ? 'indore' and not stock ? 'pune' and is_published
    order by id desc limit 1`)
  await close()
  return rows[0]?.id ?? ''
}

test('a shopper sees what the warehouse of the chosen place has [product.1] [list.2] @phone', async ({
  page,
}) => {
  const id = await productOfIndoreOnly()
  await page.goto(`/products/${id}`)
  await expect(page.getByText(/^Not available in .*Pune/)).toBeVisible()

  await page.getByRole('textbox', { name: 'PIN code' }).fill('411014')
  await page.getByRole('button', { name: 'Check', exact: true }).click()

  await expect(page.getByText('Sold out in Pune')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to bag' })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  const lists = page.waitForRequest((request) => request.url().includes('warehouse=pune'))
  await page.goto('/collections?inStock=true')
  expect(new URL((await lists).url()).pathname).toBe('/api/products/list')

  // The same page opens with the place of before.
  await page.goto(`/products/${id}`)
  await expect(page.getByText('Sold out in Pune')).toBeVisible()
  await expect(page.getByText(/^Not available in/)).toHaveCount(0)
})
