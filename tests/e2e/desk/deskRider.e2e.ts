import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'

import { refunds } from '#server/database/schema/payments.ts'
import { expectAccessible } from '#tests/support/pages/expectAccessible.ts'
import {
  historyOf,
  mover,
  openDesk,
  openStop,
  type Shift,
  stateOf,
  stop,
  tap,
  test,
} from '#tests/support/desk/riderDesk.ts'
import { expect, untilControlled } from '#tests/support/pages/storeTest.ts'
import { carriedOrder, riderLogin, staffLogin } from '#tests/support/shopper/riderGivens.ts'

// A phone; the worker is seen, so that its probes are cut with the connection.
test.use({ viewport: { width: 390, height: 844 } })

/**
 * Cuts the first attempt of every move: by turns before the server gets it, and after the server has carried it out,
 * so that its response is lost.
 */
async function cutFirstAttempts(context: BrowserContext): Promise<void> {
  const tried = new Set<string>()
  await context.route('**/api/staff/orders/*/move', async (route) => {
    const key = (await route.request().headerValue('Idempotency-Key')) ?? ''
    const isFirst = !tried.has(key)
    tried.add(key)
    if (isFirst && tried.size % 2 === 1) return route.abort('connectionreset')
    if (!isFirst) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
}

test('a rider walks four deliveries with the connection cut at every step, and each move arrives once [rider.1] [rider.2] [rider.3] [rider.4] [rider.6]', async ({
  page,
  db,
  rider,
}) => {
  test.setTimeout(180_000)
  const tried = await carriedOrder(db, rider, {
    ...{ receiver: 'Kavita Rathore', kind: 'trial', dueInMinutes: 10 },
  })
  const cash = await carriedOrder(db, rider, { receiver: 'Vikram Chouhan', dueInMinutes: 20 })
  const paid = await carriedOrder(db, rider, {
    ...{ receiver: 'Pallavi Deshmukh', kind: 'paid', dueInMinutes: 30 },
  })
  const refused = await carriedOrder(db, rider, { receiver: 'Shalini Dixit', dueInMinutes: 90 })
  await cutFirstAttempts(page.context())
  await openDesk(page, rider)

  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    ...['Kavita Rathore', 'Vikram Chouhan', 'Pallavi Deshmukh', 'Shalini Dixit'],
  ])
  await expect(stop(page, 'Kavita Rathore')).toContainText('Paid, collect nothing')
  await expect(stop(page, 'Vikram Chouhan')).toContainText('Collect ₹2,658')
  await expect(page.getByRole('link', { name: 'Call Kavita Rathore' })).toHaveAttribute(
    'href',
    /^tel:\+91\d{10}$/,
  )
  await expect(page.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    /destination=22\.7533%2C75\.8937/,
  )

  await test.step('a trial', async () => {
    await tap(page, 'Start delivery')
    await tap(page, 'I have arrived')
    await tap(page, 'Start the trial')
    await page.getByRole('link', { name: 'Settle the trial' }).click()
    await expect(page.getByRole('button', { name: 'Choose for every item first' })).toBeDisabled()
    await page.getByRole('radio', { name: 'Keeps L' }).first().check()
    await page.getByRole('radio', { name: 'Keeps none' }).nth(1).check()
    await expect(page.getByText('Refund to the customer')).toBeVisible()
    await expect(page.getByRole('definition').last()).toHaveText('₹1,539.00')
    await tap(page, 'Complete, 3 pieces go back')
  })
  await test.step('cash, after the page was closed in the middle', async () => {
    await openStop(page, 'Vikram Chouhan')
    await tap(page, 'Start delivery')
    await page.goto('about:blank')
    await page.goto('/desk/')
    await openStop(page, 'Vikram Chouhan')
    await page.getByRole('link', { name: 'At the door: deliver' }).click()
    await expect(page.getByText('Collect in cash')).toBeVisible()
    await tap(page, 'Delivered, ₹2,658 collected')
  })
  await test.step('nobody at home, and once more', async () => {
    await openStop(page, 'Pallavi Deshmukh')
    await tap(page, 'Start delivery')
    await page.getByRole('link', { name: 'At the door: deliver' }).click()
    await tap(page, 'Not at home')
    await tap(page, 'Save as not at home')
    await expect(page.getByRole('alert').filter({ hasText: 'Choose or write' })).toBeVisible()
    await page.getByRole('radio', { name: 'Nobody opened' }).check()
    await tap(page, 'Save as not at home')
    await expect(page.getByText(/^Not delivered: Nobody opened/)).toBeVisible()
    await tap(page, 'Deliver again')
    await tap(page, 'Start delivery')
    await tap(page, 'Delivered')
  })
  await test.step('refused', async () => {
    await openStop(page, 'Shalini Dixit')
    await page.getByRole('link', { name: 'Items, refused, not at home' }).click()
    await tap(page, 'Refused')
    await page.getByRole('radio', { name: 'Another reason' }).check()
    await page.getByLabel('Write the reason').fill('Came too late')
    await tap(page, 'Refused, bring it back')
  })

  await expect.poll(() => historyOf(db, refused), { timeout: 60_000 }).toHaveLength(1)
  expect(await historyOf(db, tried)).toEqual([
    ...['started the delivery', 'arrived at the door', 'started the trial', 'delivered'],
  ])
  expect(await historyOf(db, cash)).toEqual(['started the delivery', 'delivered'])
  expect(await historyOf(db, paid)).toEqual([
    ...['started the delivery', 'could not deliver', 'sent out again'],
    ...['started the delivery', 'delivered'],
  ])
  expect(await historyOf(db, refused)).toEqual(['noted that it was refused'])
  expect(await stateOf(db, paid)).toMatchObject({ status: 'Delivered', attempts: 1 })
  const order = await stateOf(db, tried)
  const refunded = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, order?.id ?? ''))
  expect(refunded.map(({ amountPaise }) => amountPaise)).toEqual([1539_00])
  await page.goto('/desk/')
  await expect(page.getByText('No deliveries', { exact: true })).toBeVisible()
})

test('without a connection the list and its moves stay, also in a killed application, and are sent in order [rider.1] [rider.6]', async ({
  page,
  db,
  rider,
}) => {
  const tried = await carriedOrder(db, rider, {
    ...{ receiver: 'Kavita Rathore', kind: 'trial', dueInMinutes: 10 },
  })
  await carriedOrder(db, rider, { receiver: 'Vikram Chouhan', dueInMinutes: 20 })
  await openDesk(page, rider)
  await expect(stop(page, 'Kavita Rathore')).toBeVisible()
  await untilControlled(page)

  await page.context().setOffline(true)
  await tap(page, 'Start delivery')
  await tap(page, 'I have arrived')
  await tap(page, 'Start the trial')
  await expect(page.getByText('3 updates waiting')).toBeVisible()
  await expect(stop(page, 'Kavita Rathore').first()).toContainText('Waiting to be sent')

  await page.goto('about:blank')
  await page.goto('/desk/')
  await expect(page.getByText('3 updates waiting')).toBeVisible()
  await expect(page.getByText(/^Saved on this phone at/)).toBeVisible()
  await expect(stop(page, 'Vikram Chouhan')).toContainText('Collect ₹2,658')
  expect(await historyOf(db, tried)).toEqual([])

  await page.context().setOffline(false)
  await expect
    .poll(() => historyOf(db, tried), { timeout: 30_000 })
    .toEqual(['started the delivery', 'arrived at the door', 'started the trial'])
  await expect(page.getByText(/updates? waiting/)).toBeHidden()
  await expect(stop(page, 'Kavita Rathore')).toContainText('Trial')
})

test('a move that a manager overtook comes back explained, and what followed it with it [rider.6] [rider.7]', async ({
  page,
  db,
  rider,
}) => {
  const cancelled = await carriedOrder(db, rider, { receiver: 'Kavita Rathore', dueInMinutes: 10 })
  const given = await carriedOrder(db, rider, { receiver: 'Vikram Chouhan', dueInMinutes: 20 })
  const other = await carriedOrder(db, rider, { receiver: 'Shalini Dixit', dueInMinutes: 30 })
  const manager = await staffLogin(db, { role: 'manager', name: 'Meera Kulkarni' })
  const colleague = await riderLogin(db, 'Salim Khan')
  await openDesk(page, rider)
  await expect(stop(page, 'Kavita Rathore')).toBeVisible()
  await untilControlled(page)

  await page.context().setOffline(true)
  await tap(page, 'Start delivery')
  await page.getByRole('link', { name: 'At the door: deliver' }).click()
  await tap(page, 'Delivered, ₹2,658 collected')
  for (const receiver of ['Vikram Chouhan', 'Shalini Dixit']) {
    await openStop(page, receiver)
    await tap(page, 'Start delivery')
  }
  await expect(page.getByText('4 updates waiting')).toBeVisible()
  const move = mover(page, manager)
  await move(cancelled, { move: 'cancel', from: 'withRider', reason: 'Customer asked' })
  await move(given, { move: 'reassign', from: 'withRider', riderId: colleague.agentId })
  await page.context().setOffline(false)

  const explained = page.getByRole('alert')
  await expect(explained).toHaveCount(2, { timeout: 30_000 })
  await expect(explained.first()).toContainText('“Delivery started” was not accepted')
  await expect(explained.first()).toContainText(
    `${cancelled}: Meera Kulkarni cancelled before you.`,
  )
  await expect(explained.first()).toContainText('was not sent: Delivered.')
  await expect(explained.last()).toContainText(`${given} is no longer in your deliveries`)
  await expect.poll(() => historyOf(db, other)).toEqual(['started the delivery'])
  expect(await historyOf(db, cancelled)).toEqual(['cancelled'])
  await expect(stop(page, 'Kavita Rathore')).toBeHidden()
  await expect(stop(page, 'Vikram Chouhan')).toBeHidden()

  await tap(page, `OK, ${cancelled}`)
  await expect(explained).toHaveCount(1)
  await page.reload()
  await expect(explained).toHaveCount(1)
  await tap(page, `OK, ${given}`)
  await expect(explained).toHaveCount(0)
})

test('a new delivery shows up by itself, and the shift ends only without open orders [rider.1] [rider.7]', async ({
  page,
  db,
  rider,
}) => {
  await openDesk(page, rider)
  await expect(page.getByText('No deliveries', { exact: true })).toBeVisible()
  await tap(page, 'Start shift')
  await expect(page.getByText('On shift', { exact: true })).toBeVisible()

  const number = await carriedOrder(db, rider, { receiver: 'Kavita Rathore' })
  await expect(stop(page, 'Kavita Rathore')).toBeVisible()
  await expect(page.getByText(`New delivery ${number}`)).toBeAttached()

  await tap(page, 'End shift')
  await expect(page.getByRole('alert')).toContainText(`You still have ${number}.`)
  await tap(page, 'Start delivery')
  await page.getByRole('link', { name: 'At the door: deliver' }).click()
  await tap(page, 'Delivered, ₹2,658 collected')
  await expect(page.getByText('No deliveries', { exact: true })).toBeVisible()
  await expect.poll(() => historyOf(db, number)).toHaveLength(2)
  await tap(page, 'End shift')
  await expect(page.getByText('Off shift', { exact: true })).toBeVisible()
})

test('the cash sheet adds up, and the cash is handed over and counted again [rider.4] @proof', async ({
  page,
  db,
  rider,
  browser,
  baseURL,
}) => {
  for (const receiver of ['Kavita Rathore', 'Vikram Chouhan'])
    await deliverInCash(page, { db, rider }, receiver)
  await openDesk(page, rider, '/desk/cash')

  await expect(page.getByText('Cash from 2 orders')).toBeVisible()
  await expect(page.getByText('₹5,316', { exact: true })).toBeVisible()
  const more = (rupees: number) =>
    page.getByRole('button', { name: `One note of ${rupees} rupees more` })
  await more(500).click({ clickCount: 10 })
  await more(200).click()
  await more(100).click()
  await page.getByLabel('Coins, in rupees').fill('6')
  await expect(page.getByText('₹10 short')).toBeVisible()
  await tap(page, 'Hand over ₹5,306')
  await expect(page.getByText('Say why the amounts differ')).toBeVisible()
  await page.getByLabel('Why do the amounts differ?').fill('No change')
  await tap(page, 'Hand over ₹5,306')
  await expect(page.getByText('You carry no cash')).toBeVisible()
  await expect(page.getByText('Waiting to be counted')).toBeVisible()

  const manager = await staffLogin(db, { role: 'manager', name: 'Meera Kulkarni' })
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const desk = await context.newPage()
  await openDesk(desk, manager, '/desk/cash')
  const card = desk
    .locator('section')
    .filter({ has: desk.getByRole('heading', { name: rider.person.name, level: 3 }) })
    .filter({ hasText: '₹5,306' })
  await card.getByRole('textbox').fill('5300')
  await card.getByRole('button', { name: `Receive ₹5,300 from ${rider.person.name}` }).click()
  await expect(card.getByText('Say why the amounts differ')).toBeVisible()
  await card.getByLabel('Why do the amounts differ?').fill('A torn note')
  await card.getByRole('button', { name: /^Receive/ }).click()
  await expect(card.getByText('₹16 short')).toBeVisible()
  await expect(card.getByText('Meera Kulkarni: A torn note')).toBeVisible()
  await context.close()

  await page.reload()
  await expect(page.getByText('Counted by Meera Kulkarni')).toBeVisible()
})

async function deliverInCash(page: Page, { db, rider }: Shift, receiver: string) {
  const number = await carriedOrder(db, rider, { receiver })
  const move = mover(page, rider)
  await move(number, { move: 'startDelivery', from: 'withRider' })
  await move(number, { move: 'deliver', from: 'onTheWay', collectedPaise: 2658_00 })
}

/** Everything that IndexedDB has of the desk. */
const storedKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('keyval-store')
        opening.onsuccess = () => {
          const request = opening.result.transaction('keyval').objectStore('keyval').getAllKeys()
          request.onsuccess = () => resolve(request.result.map(String))
        }
      }),
  )

test('a log out asks about moves that were not sent, and leaves nothing on the phone [rider.6] [staff.2]', async ({
  page,
  db,
  rider,
}) => {
  await carriedOrder(db, rider, { receiver: 'Kavita Rathore' })
  await openDesk(page, rider)
  await expect(stop(page, 'Kavita Rathore')).toBeVisible()
  await untilControlled(page)
  await page.context().setOffline(true)
  await tap(page, 'Start delivery')
  await expect(page.getByText('1 update waiting')).toBeVisible()
  expect(await storedKeys(page)).toEqual(
    expect.arrayContaining(['device:desk-deliveries', 'device:desk-moves']),
  )

  await page.getByRole('link', { name: 'Me' }).click()
  const logOut = page.getByRole('main').getByRole('button', { name: 'Log out', exact: true })
  await logOut.click()
  await expect(page.getByRole('dialog')).toContainText('1 update was not sent yet')
  await tap(page, 'Stay logged in')
  await expect(page.getByRole('dialog')).toBeHidden()
  await logOut.click()
  await tap(page, 'Log out and lose them')

  await expect(page.getByLabel('Mobile number')).toBeVisible()
  await expect
    .poll(async () => (await storedKeys(page)).filter((key) => key.includes('desk')))
    .toEqual([])
})

test('the rider’s pages are accessible [rider.1] [rider.2] [rider.3] [rider.4]', async ({
  page,
  db,
  rider,
}) => {
  await deliverInCash(page, { db, rider }, 'Anil Verma')
  const tried = await carriedOrder(db, rider, {
    ...{ receiver: 'Kavita Rathore', kind: 'trial', dueInMinutes: -5 },
  })
  const cash = await carriedOrder(db, rider, { receiver: 'Vikram Chouhan', dueInMinutes: 10 })
  await openDesk(page, rider)
  await expect(stop(page, 'Kavita Rathore')).toContainText(/Late \d/)
  await expectAccessible(page)
  await tap(page, 'Start delivery')
  await tap(page, 'I have arrived')
  await tap(page, 'Start the trial')
  await expect(stop(page, 'Kavita Rathore')).toContainText('Trial')
  await page.goto(`/desk/deliveries/${tried}`)
  await page.getByRole('radio', { name: 'Keeps none' }).first().check()
  await expectAccessible(page)
  await page.goto(`/desk/deliveries/${cash}`)
  await tap(page, 'Start delivery')
  await expectAccessible(page)
  await tap(page, 'Not at home')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tap(page, 'Save as not at home')
  await expectAccessible(page)
  await page.goto('/desk/cash')
  await expect(page.getByText('Count what you have')).toBeVisible()
  await tap(page, 'Hand over ₹0')
  await expectAccessible(page)
  await page.goto('/desk/')
  await expect(stop(page, 'Vikram Chouhan')).toBeVisible()
  await untilControlled(page)
  await page.context().setOffline(true)
  await openStop(page, 'Vikram Chouhan')
  await page.getByRole('link', { name: 'At the door: deliver' }).click()
  await tap(page, /^Delivered, /)
  await expect(page.getByText('1 update waiting')).toBeVisible()
  await expectAccessible(page)
})
