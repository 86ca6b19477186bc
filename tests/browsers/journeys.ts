import { randomInt } from 'node:crypto'

import { fillPath, orderPath, paths } from '#contract/pages/paths.ts'
import { deployedStore } from '#tests/support/server/deployedStore.ts'
import { startNetworkProxy } from '#tests/support/faults/networkProxy.ts'
import { deskJourney } from './deskJourney.ts'
import { otpFor } from './orderByCalls.ts'
import { productOnSale } from './productOnSale.ts'
import type { Shopper } from './shopper.ts'

/** A journey in every supported browser; `origin` is a running demo store. */
export type Journey = (shopper: Shopper, origin: string) => Promise<void>

/** Opens the store without the location question, which appears once in a session. */
async function openStore({ open, browser }: Shopper, url: string): Promise<void> {
  await open(`${new URL(url).origin}/robots.txt`)
  await browser.evaluate(`void sessionStorage.setItem('location-popup-shown', 'true')`)
  await open(url)
}

async function logIn(shopper: Shopper, origin: string): Promise<void> {
  const phone = `9${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  await shopper.write('Mobile number', phone)
  await shopper.photograph('login')
  await shopper.tap('button', 'Submit')
  await shopper.seeText(`+91-${phone}`)
  await shopper.photograph('code')
  await shopper.write('OTP, 6 digits', await otpFor(origin, phone))
  await shopper.write('Name', 'Meera Joshi')
  await shopper.setDate('Date of birth', '1996-03-14')
  await shopper.tap('radio', 'Female')
  await shopper.tap('button', 'Submit')
  await shopper.until('the login has closed', async () => !(await shopper.has('textbox', 'Name')))
}

async function writeAddress(shopper: Shopper): Promise<void> {
  const { browser, until } = shopper
  const map = '[role=application]'
  await until('the map', () => browser.evaluate(`!!document.querySelector('${map}')`))
  await shopper.see('button', 'Update the pin & proceed')
  await browser.pressArrowUp(map)
  await shopper.photograph('map')
  await shopper.tap('button', 'Update the pin & proceed')
  await shopper.write('House or flat number, floor, building', '12 Palm Residency')
  await shopper.write('Address', `Lane ${randomInt(1_000_000)}`)
  await shopper.tap('button', 'Home')
  await shopper.photograph('address')
  await shopper.tap('button', 'Save & Continue')
  await shopper.seeText('12 Palm Residency')
}

const controlled = `navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)`
const warm = `fetch('/sw.js')
  .then((response) => response.text())
  .then(async (program) => {
    const listed = [...program.matchAll(/["'\`](assets\\/[^"'\`]+)["'\`]/g)].map(([, file]) => file)
    const stored = await (await caches.open('shell')).keys()
    const paths = stored.map(({ url }) => new URL(url).pathname.slice(1))
    return listed.length > 0 && listed.every((file) => paths.includes(file))
  })`

async function untilInstalled({ until, browser }: Shopper): Promise<void> {
  await until('a worker controls the page', () => browser.evaluate(controlled))
  await until('the whole store is on the device', () => browser.evaluate(warm))
}

const purchase: Journey = async (shopper, origin) => {
  const { name, _id, size } = await productOnSale(origin)
  await openStore(shopper, origin)
  await shopper.see('link', /^Home$/)
  await shopper.photograph('home')
  await shopper.open(`${origin}/collections`)
  await shopper.seeText('All styles')
  await shopper.photograph('collections')
  await shopper.open(`${origin}/search?q=kurta`)
  await shopper.seeText('kurta')
  await shopper.photograph('search')
  await shopper.open(`${origin}/products/${_id}`)
  await shopper.tap('radio', size[0] ?? '')
  await shopper.tap('button', 'Add to bag')
  await shopper.until('a toast as high as its line', () =>
    shopper.browser.evaluate(`(() => {
      const { height = 0 } = document.querySelector('[popover] > *')?.getBoundingClientRect() ?? {}
      return height > 40 && height < 100
    })()`),
  )
  await shopper.photograph('product')
  await shopper.tap('link', 'Bag, 1 item')
  await shopper.see('heading', 'Items (1)')
  await shopper.seeText(name)
  await shopper.photograph('bag')
  await shopper.tap('button', 'Account')
  await logIn(shopper, origin)
  await shopper.open(`${origin}/cart`)
  await shopper.tap('button', 'Select Address to Proceed')
  await writeAddress(shopper)
  await shopper.tap('button', 'Proceed to Payment')
  await shopper.tap('radio', /^Cash on Delivery/)
  await shopper.photograph('checkout')
  await shopper.tap('button', 'Place Order')
  await shopper.seeText('Your order is placed succesfully!')
  await shopper.photograph('placed')
  await shopper.seeText('This order is completed. Check this order in your order history.')
  await shopper.photograph('tracking')
  await shopper.open(`${origin}/cart`)
  await shopper.seeText('You have no items in cart')
  await shopper.open(`${origin}/order-listing`)
  await shopper.seeText('Delivered')
  await shopper.photograph('orders')
  await openOtherScreens(shopper, origin)
}

/** The screens of a customer with one order that the purchase does not lead through. */
async function openOtherScreens(shopper: Shopper, origin: string): Promise<void> {
  const link = `document.querySelector('a[href^="${orderPath('')}"]').getAttribute('href')`
  const order = String(await shopper.browser.evaluate(link))
  const orderId = new URL(order, origin).searchParams.get('id') ?? ''
  const titled = [
    ['order', order, 'Order details'],
    ['refund', fillPath(paths.refund, { orderId }), /^Refund Details of order/],
    ['support', paths.support, 'Customer Support'],
    ['questions', paths.faq, 'Frequently asked questions'],
    ['policy', fillPath(paths.policy, { policyType: 'returns' }), /^returns$/i],
    ['terms', paths.terms, 'Terms and conditions'],
    ['privacy', paths.privacy, 'Privacy policy'],
    ['refund-policy', paths.refundPolicy, 'Refund policy'],
    ['about', paths.about, 'About us'],
    ['contact', paths.contact, 'Contact us'],
  ] as const
  for (const [name, path, title] of titled) {
    await shopper.open(origin + path)
    await shopper.see('heading', title)
    await shopper.photograph(name)
  }
  const personal = [
    ['wishlist', paths.wishlist, 'You have no items in wishlist'],
    ['account', paths.account, 'Hi, Meera'],
    ['profile', paths.profile, 'First Name'],
    ['addresses', paths.addresses, '12 Palm Residency'],
  ] as const
  for (const [name, path, text] of personal) {
    await shopper.open(origin + path)
    await shopper.seeText(text)
    await shopper.photograph(name)
  }
}

/** Connections are accepted and nothing responds, so the browser reports that it is online. */
const offlinePages: Journey = async (shopper, origin) => {
  const network = await startNetworkProxy(origin)
  const { name, _id } = await productOnSale(origin)
  try {
    await openStore(shopper, network.origin)
    await untilInstalled(shopper)
    for (const path of ['/', '/collections', `/products/${_id}`]) {
      await shopper.open(network.origin + path)
      await shopper.see('link', /./)
    }
    await shopper.seeText(name)

    network.fail({ kind: 'cut' })
    // A page that is not stored has to be requested, which tells the page that it is offline.
    await shopper.open(`${network.origin}/search?q=not-searched-yet`)
    await shopper.tap('button', 'Continue with saved pages')
    const pages = [
      ['/', 'Premium brands'],
      ['/collections', 'All styles'],
      [`/products/${_id}`, name],
      ['/cart', 'You have no items in cart'],
    ] as const
    for (const [path, text] of pages) {
      await shopper.open(network.origin + path)
      await shopper.see('heading', /./)
      if (await shopper.has('button', 'Continue with saved pages')) {
        await shopper.tap('button', 'Continue with saved pages')
      }
      await shopper.seeText(text)
      await shopper.photograph(`offline ${text}`)
    }

    network.restore()
    await shopper.tap('button', 'Try again')
    await shopper.seeNoText('You’re offline')
  } finally {
    network.close()
  }
}

/**
 * A change made while nothing responds is stored on the device, survives a reload, and is sent once.
 */
const pendingChanges: Journey = async (shopper, origin) => {
  const network = await startNetworkProxy(origin)
  const { name, _id } = await productOnSale(origin)
  const productPage = `${network.origin}/products/${_id}`
  const continueWithSavedPages = async () => {
    if (await shopper.has('button', 'Continue with saved pages')) {
      await shopper.tap('button', 'Continue with saved pages')
    }
  }
  try {
    await openStore(shopper, network.origin)
    await shopper.tap('button', 'Account')
    await logIn(shopper, origin)
    await untilInstalled(shopper)
    await shopper.open(productPage)
    await shopper.see('heading', name)

    network.fail({ kind: 'cut' })
    await shopper.tap('button', `Add ${name} to wishlist`)
    await shopper.seeText('No Internet Connection')
    await continueWithSavedPages()
    await shopper.see('button', '1 change waiting to send')
    await shopper.photograph('pending change')
    await shopper.open(productPage)
    await shopper.see('heading', /./)
    await continueWithSavedPages()
    await shopper.tap('button', '1 change waiting to send')
    await shopper.photograph('waiting to send')
    await shopper.seeText('Add to wishlist')
    await shopper.tap('button', 'Close')

    network.restore()
    // The store may notice the connection before the tap.
    if (await shopper.has('button', 'Try again')) {
      await shopper.browser.click('[data-found]').catch(() => undefined)
    }
    await shopper.seeNoText('waiting to send')
    await shopper.until('the server has it', () =>
      shopper.browser.evaluate(
        `fetch('/api/wishlist/viewWishlistProductIds', {
          headers: { Authorization: 'Bearer ' + localStorage.getItem('token') },
        })
          .then((response) => response.json())
          .then(({ allProductIds }) => allProductIds.join() === ${JSON.stringify(_id)})`,
      ),
    )
  } finally {
    network.close()
  }
}

const update: Journey = async (shopper, origin) => {
  const store = await deployedStore(origin, /nothing is missing/)
  const offer = 'A new version of the store is ready.'
  try {
    await openStore(shopper, store.origin)
    await untilInstalled(shopper)
    store.deploy()
    await shopper.browser.evaluate(
      `navigator.serviceWorker.getRegistration().then((worker) => worker.update()).then(() => true)`,
    )
    await shopper.seeText(offer)
    await shopper.photograph('update')
    await shopper.tap('button', 'Update')
    const isNew = `performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .every(({ name }) => !name.includes('before.js'))`
    await shopper.until('the new version', () => shopper.browser.evaluate(isNew))
    await shopper.seeNoText(offer)
  } finally {
    store.stop()
  }
}

/** The first requests for chunks fail at a gateway; the taps that need them succeed in the end. */
const failingChunks: Journey = async (shopper, origin) => {
  const network = await startNetworkProxy(origin)
  try {
    await shopper.open(`${network.origin}/robots.txt`)
    await shopper.browser.evaluate(`void sessionStorage.setItem('location-popup-shown', 'true')`)
    network.fail({ kind: 'gateway', status: 503 }, /^\/assets\/(?!main-).*\.js/, 8)
    await shopper.open(network.origin)
    await shopper.tap('button', 'Account')
    await shopper.see('textbox', 'Mobile number')
    for (const path of ['/collections', '/cart', '/about-us']) {
      await shopper.open(network.origin + path)
      await shopper.see('heading', /./)
      await shopper.seeNoText('This page isn’t saved yet')
    }
  } finally {
    network.close()
  }
}

const captivePortal: Journey = async (shopper, origin) => {
  const network = await startNetworkProxy(origin)
  try {
    await openStore(shopper, network.origin)
    await untilInstalled(shopper)
    await shopper.open(`${network.origin}/collections`)
    await shopper.seeText('All styles')
    network.fail({ kind: 'portal' })
    await shopper.open(`${network.origin}/collections`)
    await shopper.seeText('This network needs you to log in')
    await shopper.photograph('captive-portal')
    await shopper.tap('button', 'Continue with saved pages')
    await shopper.seeText('All styles')
  } finally {
    network.close()
  }
}

export const journeys: Record<string, Journey> = {
  purchase,
  'offline pages': offlinePages,
  'pending changes': pendingChanges,
  update,
  'captive portal': captivePortal,
  'failing parts': failingChunks,
  desk: deskJourney,
}
