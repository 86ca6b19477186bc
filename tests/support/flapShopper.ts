import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

import type { Cart } from '#contract/cart.ts'
import { newPhone, type OnShow, onShow, ordersOf, signUp } from './shopping.ts'

/** When the line goes: before the request is out, after the store has it, after the page has its answer. */
export const moments = ['before it is sent', 'once it is sent', 'once it is answered'] as const
export type Moment = (typeof moments)[number]

type Signed = { userId: string; addressId: string }

type Asked = [method: string, path: string, data?: object]

/** Asks the store past the page, whose line may be cut. */
async function ask<Answer>(page: Page, [method, path, data]: Asked): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
  const answer = await page.request.fetch(`/api/${path}`, { method, headers, data })
  expect(answer.ok(), path).toBe(true)
  return (await answer.json()) as Answer
}

/** Somebody new with an address, and so many products to buy one after the other. */
export async function flapShopper(
  page: Page,
  count: number,
): Promise<Signed & { products: OnShow[] }> {
  await watchLine(page)
  await page.goto('/myaccount')
  await signUp(page, newPhone())
  await expect(page.getByRole('heading', { name: 'My Account', exact: true })).toBeVisible()
  const userId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { _id: string })._id,
  )
  const { address } = await ask<{ address: { _id: string } }>(page, [
    'POST',
    'address/add',
    {
      ...{ street: '12 Palm Residency', label: 'home', city: 'Indore', state: 'Madhya Pradesh' },
      ...{ postalCode: '452010', latitude: '22.7533', longitude: '75.8937' },
    },
  ])
  return { userId, addressId: address._id, products: await onShow(page, count) }
}

/** What the store has in the bag: pieces of each product. */
export async function bagOf(page: Page, { userId }: Signed): Promise<number> {
  const { result } = await ask<{ result: Cart }>(page, ['GET', `cart/view/${userId}`])
  return result.products.reduce((all, { quantity }) => all + quantity, 0)
}

export const orderCountOf = async (page: Page) => (await ordersOf(page)).length

/** Says past the page where the bag goes. */
export const chooseAddress = (page: Page, { userId, addressId }: Signed) =>
  ask(page, ['PUT', 'cart/update', { userId, addressId }])

const cutOff = new WeakSet<Page>()

/** The browser says that its line is cut a moment before it is: what the page asks then is lost too. */
const watchLine = (page: Page) =>
  page.route(/\/(api|healthz)\b/, (route) =>
    cutOff.has(page) ? route.abort('internetdisconnected') : route.fallback(),
  )

async function cutLine(page: Page, isCut: boolean): Promise<void> {
  if (isCut) cutOff.add(page)
  else cutOff.delete(page)
  await page.context().setOffline(isCut)
}

type Cut = { path: string; moment: Moment; act: () => Promise<unknown> }

/**
 * Does something while the line goes, and lets it come back. The page covers itself meanwhile, and
 * uncovers itself by itself.
 */
export async function flap(page: Page, { path, moment, act }: Cut): Promise<void> {
  const screen = page.getByRole('alertdialog', { name: 'No Internet Connection' })
  if (moment === 'before it is sent') {
    await cutLine(page, true)
    await screen.getByRole('button', { name: 'Continue with saved pages' }).click()
    await act()
    await expect(page.getByText(/offline/i).first()).toBeVisible()
    await cutLine(page, false)
    await expect(page.getByText('You are offline. Showing saved pages.')).toBeHidden()
    return
  }
  const url = `**/api/${path}`
  const cut = new Promise<void>((isCut) => {
    void page.route(url, async (route) => {
      const answer = await route.fetch()
      if (moment === 'once it is answered') await route.fulfill({ response: answer })
      await cutLine(page, true)
      if (moment === 'once it is sent') await route.abort('internetdisconnected')
      isCut()
    })
  })
  await act()
  await cut
  await page.unroute(url)
  await expect(screen).toBeVisible()
  await cutLine(page, false)
  await expect(screen).toBeHidden()
}
