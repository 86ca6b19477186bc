import { setTextSize, tooNarrow, widthOf } from '#tests/support/pages/largeText.ts'
import { openDesk, test } from '#tests/support/desk/riderDesk.ts'
import { expect } from '#tests/support/pages/storeTest.ts'
import { carriedOrder, staffLogin } from '#tests/support/shopper/riderGivens.ts'

test.use({ hasWorker: false })

/** A laptop of 1440 px at 200 % zoom, and a phone with text at twice the size. */
const windows = [
  { what: 'a laptop at 200 % zoom', width: 720, percent: 100, tag: ' @proof' },
  { what: 'a phone with 200 % text', width: 390, percent: 200, tag: '' },
]
const pages = [
  ...['board', 'pick', 'hand-over', 'returns', 'cash', 'stock', 'shelf-labels', 'orders/new'],
  ...['delivery-settings', 'people', 'history', 'connections', 'me'],
]

for (const { what, width, percent, tag } of windows) {
  test(`on ${what} nothing of the desk is wider than the screen [staff.1] [board.1] [rider.1]${tag}`, async ({
    page,
    db,
    rider,
    browser,
    baseURL,
  }) => {
    const number = await carriedOrder(db, rider, { receiver: 'Shalini Dixit' })
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
        await expect(screen.getByText('Loading')).toHaveCount(0)
        expect({ path, wide: await widthOf(screen) }).toEqual({ path, wide: width })
        expect({ path, cut: await tooNarrow(screen) }).toEqual({ path, cut: [] })
      }
    }
    await phone.close()
  })
}
