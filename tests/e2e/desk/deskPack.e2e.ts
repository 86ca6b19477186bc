import type { Browser, Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'

import type { Cart } from '#contract/cart/cart.ts'
import { toPaise } from '#contract/values/money.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { staff } from '#server/database/schema/staff.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { readPerson } from '#server/features/staff/people.ts'
import { expect, test as base } from '#tests/support/pages/storeTest.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { addAddressByCalls, openLoggedIn, requestStore } from '#tests/support/shopper/loggedIn.ts'
import {
  type DemoProduct,
  newPhone,
  onShow,
  violationsOf,
} from '#tests/support/shopper/shopping.ts'

type Store = { origin: string; db: Database }

/** A store without a simulated courier, which would move the orders before the staff do. */
const test = base.extend<object, { store: Store }>({
  store: [
    async ({}, use) => {
      const { origin, db, close } = await privateStore()
      await use({ origin, db })
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ store }, use) => use(store.origin),
})

test.use({ hasWorker: false })
test.describe.configure({ mode: 'serial' })

const warehouseId = 'indore'

type Desk = { browser: Browser; store: Store; role: StaffRole }

/** A page of the desk on which a new person is logged in. */
async function openDesk({ browser, store: { db, origin }, role }: Desk): Promise<Page> {
  const values = { name: 'Pooja Chouhan', role, contactNumber: newPhone() }
  const warehouseIds = role === 'packer' ? [warehouseId] : []
  const [row] = await db
    .insert(staff)
    .values({ ...values, warehouseIds })
    .returning()
  const id = row?.id ?? ''
  const token = await openStaffSession(db, id, 'Chrome on Android')
  const session = JSON.stringify({ token, person: await readPerson(db, id) })
  const context = await browser.newContext({ ...base.info().project.use, baseURL: origin })
  await context.addInitScript((value) => localStorage.setItem('desk-session', value), session)
  return context.newPage()
}

type Wanted = { product: DemoProduct; size: string; quantity?: number }

/** Places a cash order of a new customer. Returns its number. */
async function placeOrder(page: Page, wanted: Wanted[]): Promise<string> {
  const customer = await openLoggedIn(page, '/robots.txt')
  const { token, user } = customer
  const addressId = await addAddressByCalls(page, customer)
  let cart: Cart | undefined
  for (const { product, size, quantity = 1 } of wanted) {
    const item = { userId: user._id, productId: product._id, size, quantity }
    const { result } = await requestStore<{ result: Cart }>(page, token, ['POST', 'cart/add', item])
    cart = result
  }
  const { result } = await requestStore<{ result: { order: { orderID: string } } }>(page, token, [
    'POST',
    'cart/checkout',
    {
      ...{ userId: user._id, addressId, paymentMethod: 'cash on delivery' },
      totalAmount: toPaise(cart!.totalAmount),
      cart_item_ids: cart!.products.map(({ _id, purchaseType, size: inSize }) => ({
        _id,
        purchaseType,
        size: inSize,
      })),
    },
  ])
  return result.order.orderID
}

/** The first two products and the last one with two sizes in stock at least, and the codes on their labels. */
async function productsWithCodes(page: Page, { db }: Store) {
  const found = (await onShow(page, 20)).filter(
    ({ size, stock }) => size.filter((one) => (stock[one] ?? 0) >= 3).length > 1,
  )
  const [first, second] = found
  const last = found.at(-1)
  if (!first || !second || !last) throw new Error('The demo store is sold out')
  const codeOf = async ({ _id }: DemoProduct) =>
    (await db.select().from(products).where(eq(products.id, _id)))[0]?.code ?? ''
  return {
    ...{ first, second, last },
    codes: {
      first: await codeOf(first),
      second: await codeOf(second),
      last: await codeOf(last),
    },
  }
}

/** A size of which several pieces can be bought. */
const inStock = ({ size, stock }: DemoProduct): string =>
  size.find((one) => (stock[one] ?? 0) > 2) ?? ''

const place = ({ db }: Store, product: DemoProduct, [size, shelf]: [size: string, shelf: string]) =>
  db
    .update(stockLevels)
    .set({ shelf })
    .where(
      and(
        eq(stockLevels.productId, product._id),
        eq(stockLevels.warehouseId, warehouseId),
        eq(stockLevels.size, size),
      ),
    )

/** What a hand scanner does: it types the code and Enter, whatever has the focus. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

test('a round is picked by scan and tap, what is missing is swapped, and the order goes to a rider [pack.1] [pack.2] [pack.4]', async ({
  page,
  browser,
  store,
}) => {
  await store.db.insert(deliveryAgents).values({ name: 'Salim Khan', contactNumber: newPhone() })
  const { first, second, codes } = await productsWithCodes(page, store)
  const [firstSize = '', otherSize = ''] = first.size.filter((size) => (first.stock[size] ?? 0) > 2)
  const secondSize = second.size.find((size) => (second.stock[size] ?? 0) > 2) ?? ''
  await place(store, first, [firstSize, 'B-07'])
  await place(store, second, [secondSize, 'A-02'])
  const packer = await openDesk({ browser, store, role: 'packer' })
  await packer.goto('/desk/')
  await expect(packer.getByText('Nothing to pick')).toBeVisible()

  const a = await placeOrder(page, [
    { product: first, size: firstSize },
    { product: second, size: secondSize, quantity: 2 },
  ])
  const b = await placeOrder(page, [{ product: first, size: firstSize }])
  // The one with the earlier promise gets bag A.
  const promisedBy = new Date(Date.now() + 10 * 60_000)
  await store.db.update(orders).set({ promisedBy }).where(eq(orders.orderNumber, a))
  await packer.goto('/desk/pick')
  await expect(packer.getByText(b).first()).toBeVisible()
  const shelves = packer.getByRole('region', { name: 'Items by shelf' })
  await expect(shelves.getByRole('heading', { level: 2 })).toHaveText([/A-02/, /B-07/])
  expect(await violationsOf(packer)).toEqual([])

  const answer = packer.getByRole('region', { name: 'Scanner' }).getByRole('status')
  await scan(packer, `${codes.first}-${firstSize}`)
  await expect(answer).toContainText(`Right item: ${first.name}, size ${firstSize}`)
  await scan(packer, `${codes.first}-${otherSize}`)
  await expect(answer).toContainText(`Wrong size: this is ${otherSize}, you need ${firstSize}`)
  await scan(packer, codes.second.toLowerCase())
  await expect(answer).toContainText(`Right item: ${second.name}`)
  await packer.getByRole('button', { name: 'Undo' }).click()
  await expect(shelves.getByText('0/2')).toBeVisible()
  await scan(packer, `${codes.second}-${secondSize}`)
  await packer.getByRole('button', { name: /^1\/2 Mark as picked/ }).click()
  expect(await violationsOf(packer)).toEqual([])

  // Another packer sees the ticks.
  const other = await openDesk({ browser, store, role: 'packer' })
  await other.goto(packer.url())
  await expect(other.getByText('2 of 2 picked')).toBeVisible()
  await other.context().close()

  // The piece of order B is not there: another size is sent.
  await packer.getByRole('button', { name: 'Can’t find it' }).click()
  await expect(packer.getByText(/^This is the whole order\. Ask a manager/)).toBeVisible()
  expect(await violationsOf(packer)).toEqual([])
  await packer.getByRole('button', { name: `Swap to size ${otherSize}` }).click()
  const dialog = packer.getByRole('dialog')
  await expect(dialog).toContainText(`Size ${firstSize} is set to 0`)
  expect(await violationsOf(packer)).toEqual([])
  await dialog.getByRole('button', { name: `Swap to size ${otherSize}` }).click()
  await expect(shelves.getByRole('button', { name: `size ${otherSize}, bag B` })).toBeVisible()
  await scan(packer, `${codes.first}-${otherSize}`)
  await expect(answer).toContainText('Put it in')
  await packer.getByRole('button', { name: 'Mark all ready' }).click()
  await expect(packer.getByText('This round is finished')).toBeVisible()

  await packer.getByRole('link', { name: 'Hand-over' }).locator('visible=true').click()
  await expect(packer.getByRole('checkbox', { name: `Choose ${b}` })).toBeVisible()
  await scan(packer, a)
  await expect(packer.getByText(`${a} is chosen`)).toBeVisible()
  await scan(packer, 'PEH-OTHER')
  await expect(packer.getByText('PEH-OTHER isn’t ready for a rider')).toBeVisible()
  await packer.getByRole('checkbox', { name: `Choose ${b}` }).check()
  await packer.getByRole('button', { name: /^Hand over 2 orders/ }).click()
  await expect(packer.getByText('Choose a rider', { exact: true })).toBeVisible()
  await packer.getByRole('radio', { name: /Salim Khan/ }).check()
  expect(await violationsOf(packer)).toEqual([])
  await packer.getByRole('button', { name: 'Hand over 2 orders to Salim Khan' }).click()
  await expect(packer.getByText(`${a} is with Salim Khan`)).toBeVisible()
  await expect(packer.getByText(`${b} is with Salim Khan`)).toBeVisible()
  await expect(packer.getByText('No order is ready')).toBeVisible()
  await packer.context().close()
})

/** The sizes of the sheets that the browser prints, in points. */
async function printedSheets(page: Page): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]/g)
  return [...boxes].map(([, width, height]) => `${Math.round(+width!)} × ${Math.round(+height!)}`)
}
const a5 = '420 × 595'
const fourBySixInch = '288 × 432'

test('slips are printed on A5, labels on 4 by 6 inches, without the screen and without phone numbers [pack.3]', async ({
  page,
  browser,
  store,
}) => {
  const { first, second, codes } = await productsWithCodes(page, store)
  const numbers = [
    await placeOrder(page, [{ product: first, size: inStock(first) }]),
    await placeOrder(page, [{ product: second, size: inStock(second) }]),
  ]
  const packer = await openDesk({ browser, store, role: 'packer' })
  await packer.goto('/desk/pick')
  await packer.getByRole('button', { name: 'Print', exact: true }).click()
  for (const number of numbers) {
    await expect(packer.getByRole('region', { name: `Packing slip of ${number}` })).toBeVisible()
    const label = packer.getByRole('region', { name: `Label of ${number}` })
    await expect(label).toContainText('452010')
    await expect(label).toContainText('COLLECT ₹')
  }
  expect(await violationsOf(packer)).toEqual([])
  await expect(packer.getByRole('main')).not.toContainText(/(?:\+91|\b[6-9]\d{4}) ?\d{5}/)

  await packer.emulateMedia({ media: 'print' })
  await expect(packer.getByRole('navigation')).toHaveCount(0)
  await expect(packer.getByRole('heading', { level: 1 })).toBeHidden()
  expect(await printedSheets(packer)).toEqual([a5, a5, fourBySixInch, fourBySixInch])

  // The button prints one kind: what is shown while the browser's dialog is open.
  await packer.emulateMedia({ media: null })
  await packer.evaluate(() => {
    window.print = () => {
      const kinds = [...document.querySelectorAll('[data-print] > [data-paper]')]
      document.body.dataset.printed = kinds
        .filter((paper) => paper.matches(`[data-print="label"] > [data-paper="label"]`))
        .map(({ ariaLabel }) => ariaLabel)
        .join('; ')
    }
  })
  await packer.getByRole('button', { name: 'Labels' }).click()
  await expect(packer.locator('body')).toHaveAttribute(
    'data-printed',
    numbers.map((number) => `Label of ${number}, 4 by 6 inches`).join('; '),
  )

  await packer.goto(`/desk/shelf-labels?code=${codes.first}`)
  const code = `${codes.first}-${inStock(first)}`
  await packer.getByLabel(`Labels of size ${inStock(first)}`, { exact: true }).fill('2')
  await expect(packer.getByRole('group', { name: `Label ${code}`, exact: true })).toHaveCount(2)
  expect(await violationsOf(packer)).toEqual([])
  const sheets = await printedSheets(packer)
  expect(sheets).toHaveLength(first.size.length + 1)
  expect(new Set(sheets)).toEqual(new Set(['170 × 113']))
  await packer.context().close()
})

test('stock is found by scan, counted, changed with a reason and placed, and the ledger has it [pack.5]', async ({
  page,
  browser,
  store,
}) => {
  // No other test reserves pieces of it.
  const { last, codes } = await productsWithCodes(page, store)
  const size = last.size[0]!
  const packer = await openDesk({ browser, store, role: 'packer' })
  await packer.goto('/desk/stock')
  await expect(packer.getByRole('button', { name: /^Actions for/ }).nth(3)).toBeVisible()
  expect(await violationsOf(packer)).toEqual([])
  await scan(packer, `${codes.last}-${size}`)
  await expect(packer.getByText(`${codes.last}, size ${size}: `)).toBeVisible()

  const dialog = packer.getByRole('dialog')
  const open = async (action: string) => {
    await packer.getByRole('button', { name: `Actions for ${codes.last}, size ${size},` }).click()
    await packer.getByRole('menuitem', { name: action, exact: true }).click()
    await expect(dialog).toBeVisible()
  }
  const save = async () => {
    expect(await violationsOf(packer)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  // On phones the rows are cards.
  const row = packer.locator('tr').filter({
    has: packer.getByRole('button', { name: `Actions for ${codes.last}, size ${size},` }),
  })
  await open('Count')
  for (let piece = 0; piece < 7; piece++) {
    await dialog.getByLabel('Scan or type the code on the label').fill(`${codes.last}-${size}`)
    await packer.keyboard.press('Enter')
  }
  await expect(dialog.getByLabel('Counted on the shelf')).toHaveValue('7')
  await save()
  await open('Goods in')
  await dialog.getByLabel('How many').fill('5')
  await save()
  await open('Add or remove')
  await dialog.getByLabel('How many').fill('4000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('How many')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('How many').fill('2')
  await dialog.getByLabel('Reason').selectOption('Sample')
  await save()
  await open('Shelf and low level')
  await dialog.getByLabel('Shelf').fill('d-11')
  await dialog.getByLabel('Low level').fill('900')
  await save()
  await expect(row).toContainText('D-11')
  await expect(row).toContainText('Low')
  const lowOnly = packer.getByRole('checkbox', { name: 'Low stock only' })
  // It follows the URL, a moment after the click.
  await lowOnly.click()
  await expect(lowOnly).toBeChecked()
  await expect(row).toContainText('10')
  await open('Ledger')
  for (const move of ['Sample −2', 'Goods in +5'])
    await expect(dialog.getByRole('row', { name: move })).toBeVisible()
  expect(await violationsOf(packer)).toEqual([])
  await packer.context().close()
})
