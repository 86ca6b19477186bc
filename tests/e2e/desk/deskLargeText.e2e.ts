import { eq } from 'drizzle-orm'

import { orders } from '#server/database/schema/orders.ts'
import { overlapsInRows, setTextSize, tooNarrow, widthOf } from '#tests/support/pages/largeText.ts'
import { openDesk, test } from '#tests/support/desk/riderDesk.ts'
import { expect } from '#tests/support/pages/storeTest.ts'
import { carriedOrder, staffLogin } from '#tests/support/shopper/riderGivens.ts'

test.use({ hasWorker: false })

/** A laptop of 1440 px at 200 % zoom, and phones with standard text and text at twice the size. */
const windows = [
  { what: 'a laptop at 200 % zoom', width: 720, percent: 100, tag: ' @proof' },
  { what: 'a phone of 320 px', width: 320, percent: 100, tag: ' @proof' },
  { what: 'a phone of 360 px', width: 360, percent: 100, tag: ' @proof' },
  { what: 'a phone of 390 px', width: 390, percent: 100, tag: ' @proof' },
  { what: 'a phone with 200 % text', width: 390, percent: 200, tag: '' },
]
const dayMinutes = 24 * 60
const pages = [
  ...['board', 'pick', 'hand-over', 'returns', 'cash', 'stock', 'shelf-labels', 'orders/new'],
  ...['delivery-settings', 'people', 'history', 'connections', 'me'],
]

for (const { what, width, percent, tag } of windows) {
  test(`on ${what} nothing of the desk is wider than the screen or covered [staff.1] [board.1] [rider.1]${tag}`, async ({
    page,
    db,
    rider,
    browser,
    baseURL,
  }) => {
    // The longest texts: promises of another day, late ones, and a failed attempt.
    const receiver = 'Shalini Dixit'
    const number = await carriedOrder(db, rider, { receiver, dueInMinutes: 2 * dayMinutes })
    await carriedOrder(db, rider, { receiver, kind: 'trial', dueInMinutes: -10 * 60 })
    const failed = await carriedOrder(db, rider, { receiver, dueInMinutes: -dayMinutes })
    await db
      .update(orders)
      .set({ failedAt: new Date(), failedReason: 'Nobody answered the door or the phone' })
      .where(eq(orders.orderNumber, failed))
    const owner = await staffLogin(db, { role: 'owner', name: 'Lakshmi Iyer' })
    const phone = await browser.newContext({ ...(baseURL && { baseURL }) })
    const screens = [
      { screen: page, login: owner, paths: [...pages, `orders/${number}`] },
      {
        screen: await phone.newPage(),
        login: rider,
        paths: ['deliveries', `deliveries/${number}`, 'cash', 'me'],
      },
    ]

    for (const { screen, login, paths } of screens) {
      await screen.setViewportSize({ width, height: 800 })
      await setTextSize(screen, percent)
      await openDesk(screen, login)
      for (const path of paths) {
        await screen.goto(`/desk/${path}`)
        await expect(screen.getByRole('main')).not.toBeEmpty()
        await expect(screen.getByLabel(/^Loading/)).toHaveCount(0)
        expect({ path, wide: await widthOf(screen) }).toEqual({ path, wide: width })
        expect({ path, cut: await tooNarrow(screen) }).toEqual({ path, cut: [] })
        expect({ path, overlaps: await overlapsInRows(screen) }).toEqual({ path, overlaps: [] })
      }
    }
    await phone.close()
  })
}
