import { eq } from 'drizzle-orm'

import { doorPhotos } from '#server/database/schema/deliveries.ts'
import { deliveryAgents, orderLines, orders } from '#server/database/schema/orders.ts'
import { historyOf, openDesk, stop, tap, test } from '#tests/support/desk/riderDesk.ts'
import { aJpeg } from '#tests/support/api/sendReturnPhoto.ts'
import { expectAccessible } from '#tests/support/pages/expectAccessible.ts'
import { expect, untilControlled } from '#tests/support/pages/storeTest.ts'
import { carriedOrder, returnedOrder, staffLogin } from '#tests/support/shopper/riderGivens.ts'

// A phone; the worker is seen, so that its probes are cut with the connection.
test.use({ viewport: { width: 390, height: 844 } })

test('a manager gives a pick-up to a rider, who checks it without a connection, and the warehouse receives it [rider.5] [rider.6]', async ({
  page,
  db,
  rider,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  // Other tests have riders of the same name.
  const riderName = `Dinesh ${rider.person.id.slice(0, 8)}`
  const isAgent = eq(deliveryAgents.staffId, rider.person.id)
  await db.update(deliveryAgents).set({ name: riderName }).where(isAgent)
  const number = await returnedOrder(db, rider, { receiver: 'Meena Solanki' })
  await carriedOrder(db, rider, { receiver: 'Vikram Chouhan', dueInMinutes: 20 })
  const manager = await staffLogin(db, { role: 'manager', name: 'Meera Kulkarni' })
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 1440, height: 900 },
  })
  const desk = await context.newPage()

  await test.step('the manager assigns it', async () => {
    await openDesk(desk, manager, '/desk/returns')
    await expect(desk.getByRole('link', { name: `Open order ${number}` })).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('link', { name: `Open order ${number}` }).click()
    await tap(desk, 'Give to a rider')
    await desk.getByRole('radio', { name: riderName }).check()
    await expectAccessible(desk)
    await tap(desk, 'Give to the rider')
    await expect(desk.getByText(/picks it up/).first()).toBeVisible()
  })

  await test.step('the rider checks both items offline', async () => {
    await openDesk(page, rider)
    await expect(stop(page, 'Meena Solanki')).toBeVisible()
    await untilControlled(page)
    const cover = page.getByRole('button', { name: 'Show the pick-up from Meena Solanki' })
    await cover.click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'At the door: check the items' }).click()
    await expect(page.getByText('Hand over the new size: L')).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('radio', { name: 'Worn' }).first().check()
    await page.getByLabel('Take a photo').setInputFiles({
      ...{ name: 'door.jpg', mimeType: 'image/jpeg', buffer: await aJpeg(900) },
    })
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await page.getByLabel('What you found (optional)').fill('Stain on the sleeve')
    await page.getByRole('radio', { name: 'Take it along' }).check()
    await page.getByRole('radio', { name: 'As delivered' }).nth(1).check()
    await expectAccessible(page)
    await tap(page, 'Done, 2 items taken')
    await expect(page.getByText('1 update waiting')).toBeVisible()
    await expect(page.getByText('Bring back to the warehouse')).toBeVisible()
    await expectAccessible(page)
    expect(await historyOf(db, number)).toEqual(['gave the pick-up to a rider'])
  })

  await test.step('it is sent once the connection is back', async () => {
    await page.context().setOffline(false)
    await expect
      .poll(() => historyOf(db, number), { timeout: 30_000 })
      .toEqual([...['gave the pick-up to a rider', 'checked the pick-up', 'checked the pick-up']])
    await expect(page.getByText('1 update waiting')).toBeHidden()
  })

  await test.step('the warehouse receives both', async () => {
    await expect(desk.getByText('Taken along: worn. Stain on the sleeve')).toBeVisible({
      timeout: 20_000,
    })
    await expect(desk.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await expectAccessible(desk)
    for (const left of [1, 0]) {
      await desk
        .getByRole('button', { name: /^Received:/ })
        .first()
        .click()
      await desk.getByRole('dialog').getByRole('button', { name: 'Received' }).click()
      await expect(desk.getByRole('dialog')).toBeHidden()
      await expect(desk.getByRole('button', { name: /^Received:/ })).toHaveCount(left)
    }
    await expect(page.getByText('Bring back to the warehouse')).toBeHidden()
  })

  const [order] = await db.select().from(orders).where(eq(orders.orderNumber, number))
  const id = order?.id ?? ''
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
  expect(lines.map(({ status }) => status).toSorted()).toEqual(['Exchanged', 'Returned'])
  expect(await db.$count(doorPhotos, eq(doorPhotos.orderId, id))).toBe(1)
  await context.close()
})
