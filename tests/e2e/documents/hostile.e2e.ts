import type { BrowserContext, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'

import { fillHostile } from '#tests/support/faults/hostileStore.ts'
import {
  allHostile,
  hostileText,
  hostileTexts,
  scriptUrl,
} from '#tests/support/faults/hostileTexts.ts'
import { isFull, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { User } from '#contract/account/account.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  deliveryAgents,
  invoices,
  orderEvents,
  orderLines,
  orders,
} from '#server/database/schema/orders.ts'
import { userOf } from '#server/commerce/customers.ts'
import { inboxMessages } from '#server/database/schema/operations.ts'
import { users } from '#server/database/schema/users.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { addToCart, aUser, indore, numbersOf, saveAddress } from '#tests/support/shopper/givens.ts'

type Watch = {
  /** Texts that were executed, and violations of the content security policy. */
  incidents: string[]
}

/** Observes all pages of a context. */
async function watchPages(context: BrowserContext): Promise<Watch> {
  const incidents: string[] = []
  await context.exposeFunction('pwn', (number: unknown) => {
    incidents.push(`text ${String(number)} ran`)
  })
  await context.exposeFunction('reportBlocked', (words: string) => {
    incidents.push(words)
  })
  await context.addInitScript(() => {
    const { reportBlocked } = window as unknown as { reportBlocked: (words: string) => void }
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sample, documentURI } = event
      reportBlocked(`${documentURI}: ${violatedDirective} stopped ${blockedURI} ${sample}`)
    })
  })
  context.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { incidents }
}

/**
 * Scripts, event handlers and URLs in a document that come from a text: of the current page, or of
 * documents given as HTML.
 */
const findInjections = (page: Page, documents?: string[]): Promise<string[]> =>
  page.evaluate((texts) => {
    const found: string[] = []
    const isHostile = (text: string | null | undefined) => /pwn\(/.test(text ?? '')
    const isData = (type: string) => /^application\/(ld\+)?json$/.test(type)
    const runs = /^\s*(j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data:text/i
    const addresses = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc']
    const inspect = (root: ParentNode, of: string) => {
      for (const element of root.querySelectorAll('*')) {
        const report = (why: string) =>
          found.push(`${of}: ${why} ${element.outerHTML.slice(0, 160)}`)
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) report('an event')
          // React replaces `javascript:` URLs with one that throws.
          const isStopped = value.startsWith('javascript:throw new Error(')
          if (addresses.includes(name) && runs.test(value) && !isStopped) report('an address')
        }
        if (['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MATH'].includes(element.tagName)) report('a')
        if (element.matches('meta[http-equiv]')) report('a')
        const isScript = element instanceof HTMLScriptElement && !isData(element.type)
        const isCode = isScript || element.localName === 'style'
        if (isCode && isHostile(element.textContent)) report('a program')
        if (element instanceof HTMLScriptElement && isData(element.type)) {
          try {
            JSON.parse(element.textContent ?? '')
          } catch {
            report('broken data')
          }
        }
      }
    }
    if (!texts) inspect(document, location.pathname)
    for (const [at, text] of (texts ?? []).entries()) {
      inspect(new DOMParser().parseFromString(text, 'text/html'), String(at))
    }
    return found
  }, documents)

type HostileShopper = { token: string; user: User; orderIds: string[] }

const phone = '9876543210'

/** A customer whose name, addresses, bag and orders contain script injections. */
async function hostileShopper(
  db: Database,
  [productId = '', other = '']: string[],
  size: string,
): Promise<HostileShopper> {
  const words = { firstName: allHostile(1), lastName: allHostile(2), email: hostileText(240) }
  const { userId, token } = await aUser(db, { ...words, contactNumber: phone })
  for (const [turn, text] of hostileTexts.entries()) {
    await saveAddress(db, userId, { street: text, city: hostileText(turn + 9), state: text })
  }
  await addToCart(db, userId, { productId, size })
  await db.insert(wishlistLines).values({ userId, productId: other })
  const message = { to: phone, text: allHostile(8), otp: hostileText(3), link: scriptUrl(0) }
  await db.insert(inboxMessages).values([message, { ...message, link: `http${hostileText(30)}` }])
  const orderIds = [
    await hostileOrder(db, { userId, productId, status: 'On the way' }),
    await hostileOrder(db, { userId, productId, status: 'Return Requested' }),
  ]
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return { token, user: userOf(row!), orderIds }
}

type HostileOrderOptions = { userId: string; productId: string; status: OrderStatus }

async function hostileOrder(
  db: Database,
  { userId, productId, status }: HostileOrderOptions,
): Promise<string> {
  const [orderId, lineId, agentId] = [randomUUID(), randomUUID(), randomUUID()]
  const numbers = { contactNumber: scriptUrl(0) }
  await db.insert(deliveryAgents).values({ id: agentId, name: allHostile(3), ...numbers })
  const { latitude, longitude } = numbersOf(indore)
  await db.insert(orders).values({
    id: orderId,
    orderNumber: `PEH-${orderId.slice(0, 6).toUpperCase()}`,
    ...{ userId, agentId, status, checkoutStatus: 'completed', purchaseType: 'Standard' },
    warehouseId: 'indore',
    paymentMethod: 'Cash on delivery',
    address: {
      ...{ _id: orderId, label: 'home', house: allHostile(3), street: allHostile(4) },
      ...{ city: allHostile(5), state: allHostile(6), postalCode: hostileText(7) },
      ...{ latitude: String(latitude), longitude: String(longitude) },
    },
    couponName: hostileText(9),
    ...{ mrpTotalPaise: 1999_00, basePaise: 999_00, totalPaise: 999_00 },
    ...{ placedAt: new Date(), deliveredAt: new Date() },
  })
  const items = { purchaseType: 'Standard', size: hostileText(11), quantity: 1 } as const
  const prices = { mrpPaise: 1999_00, pricePaise: 999_00, netPaise: 999_00 }
  await db.insert(orderLines).values({
    ...{ id: lineId, orderId, position: 0, productId, status, ...items, ...prices },
    ...{ productName: allHostile(8), brandId: hostileText(12), brandName: allHostile(9) },
    photos: [`/photos/${hostileText(13)}`],
    ...{ returnReason: allHostile(10), exchangeReason: allHostile(11) },
    returnPhotos: [`/photos/returns/${hostileText(14)}`, `/photos/returns/${scriptUrl(0)}`],
    deliveredAt: new Date(),
  })
  await db.insert(orderEvents).values([
    { orderId, status, by: 'courier' },
    { orderId, lineId, status, by: 'courier' },
  ])
  await db.insert(invoices).values({
    ...{ orderId, kind: 'invoice', reference: orderId, series: orderId.slice(0, 8), number: 1 },
    content: hostileInvoice(),
  })
  return orderId
}

function hostileInvoice() {
  const someone = { name: allHostile(12), address: allHostile(13) }
  const tax = { taxable: 1, gstPercent: 5, cgst: 1, sgst: 1, igst: 0, total: 999_00 }
  return {
    ...{ number: hostileText(15), at: new Date().toISOString(), total: 999_00 },
    ...{ seller: { ...someone, gstin: hostileText(16) }, buyer: someone },
    lines: [{ name: allHostile(14), hsn: hostileText(17), quantity: 1, ...tax }],
  }
}

test.use({ hasWorker: false })

test.describe.configure({ timeout: proofTimeoutMs })

type Listed = {
  _id: string
  category: { _id: string }
  size: string[]
  stock: Record<string, number>
}

/** Opens pages of the store and reports what the texts on them did. */
async function visit(context: BrowserContext, origin: string, paths: string[]): Promise<string[]> {
  const page = await context.newPage()
  const executed: string[] = []
  for (const path of paths) {
    await page.goto(origin + path)
    const shown = page.locator('main').getByText('pwn(').or(page.locator('input[value*="pwn("]'))
    await expect(shown.first(), path).toBeAttached()
    await untilIdle(page)
    executed.push(...(await findInjections(page)))
  }
  await page.close()
  return executed
}

async function isListed(origin: string): Promise<Listed[]> {
  const response = await fetch(`${origin}/api/products/list?limit=6&inStock=true`)
  return ((await response.json()) as { result: { data: Listed[] } }).result.data
}

/** The errors of images and frames that failed to load have been reported. */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 })))

test('script injections in texts of merchants and shoppers are shown as text [safe.5] @proof', async ({
  browser,
}) => {
  const store = await privateStore()
  const products = await isListed(store.origin)
  const ids = products.map(({ _id }) => _id)
  await fillHostile(store.db, ids)
  const [first, second] = products
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const { incidents } = await watchPages(context)
  const size = first?.size.find((one) => first.stock[one]) ?? ''
  const { token, user, orderIds } = await hostileShopper(store.db, ids, size)

  const ofVisitors = await visit(context, store.origin, [
    '/',
    '/collections',
    `/collections?category=${first?.category._id}`,
    `/products/${first?._id}`,
    `/products/${second?._id}`,
    '/policies/try-and-buy',
    '/contact-us',
  ])
  await context.addInitScript(
    (stored) => {
      if (location.protocol !== 'http:') return
      localStorage.setItem('token', stored.token)
      localStorage.setItem('user', JSON.stringify(stored.user))
    },
    { token, user },
  )
  const ofShoppers = await visit(context, store.origin, [
    '/cart',
    '/wishlist',
    '/myaccount',
    '/myaccount/profile',
    '/myaccount/addresses',
    '/order-listing',
    `/order-tracking?id=${orderIds[0]}`,
    `/order-details?id=${orderIds[1]}`,
  ])

  expect(incidents).toEqual([])
  expect([...ofVisitors, ...ofShoppers]).toEqual([])
  await context.close()
  await store.close()
})

/** Every URL that can carry a text, each way alone, since some are refused together with others. */
const carriers: ((text: string) => string)[] = [
  (text) => `/search?q=${text}`,
  (text) => `/collections?q=${text}`,
  (text) => `/products/${text}?id=${text}`,
  (text) => `/collections?category=${text}`,
  (text) => `/collections?subcategory=${text}`,
  (text) => `/collections?brands=${text}&gender=${text}&sort=${text}`,
  (text) => `/collections?size=${text}&origin=${text}&min=${text}&max=${text}&inStock=${text}`,
  (text) => `/policies/${text}`,
  (text) => `/${text}?${text}=${text}#${text}`,
  (text) => `/?gender=${text}&utm_source=${text}&redirect=${text}&redirectAfterLogin=${text}`,
]
const ofShoppers: typeof carriers = [
  (text) => `/order-details?id=${text}`,
  (text) => `/order-tracking?id=${text}`,
  (text) => `/refund/${text}`,
  ...carriers,
]

test('script injections in URLs are not executed in server-rendered pages [safe.5] [seo.1]', async ({
  page,
  baseURL,
}) => {
  const all = hostileTexts.map(encodeURIComponent)
  const texts = isFull ? all : all.filter((_, nth) => nth % 2 === 0)
  const paths = texts.flatMap((text, nth) =>
    isFull ? carriers.map((carry) => carry(text)) : [carriers[nth % carriers.length]!(text)],
  )
  let shown = 0
  await page.goto('about:blank')
  for (let from = 0; from < paths.length; from += 8) {
    const some = paths.slice(from, from + 8)
    const documents = await Promise.all(some.map((path) => pickCarriers(`${baseURL}${path}`)))
    expect(await findInjections(page, documents), some.join(' ')).toEqual([])
    shown += documents.filter((html) => html.includes('pwn(')).length
  }
  expect(shown).toBeGreaterThanOrEqual(texts.length / 2)
})

/** The document at a URL; every URL has one. */
async function pickCarriers(url: string): Promise<string> {
  const response = await fetch(url)
  const html = await response.text()
  expect([200, 404], url).toContain(response.status)
  expect(html, url).toContain('<div id="root"')
  return html
}

test('script injections in URLs are not executed in the browser [safe.5] [shell.5] @proof', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const { incidents } = await watchPages(context)
  const page = await context.newPage()
  const step = Math.floor(hostileTexts.length / (ofShoppers.length * 2))
  for (const [nth, carry] of [...ofShoppers, ...ofShoppers].entries()) {
    await page.goto(carry(encodeURIComponent(hostileTexts[nth * step] ?? '')))
    await untilIdle(page)
    expect(await findInjections(page)).toEqual([])
  }
  expect(incidents).toEqual([])
  await context.close()
})
