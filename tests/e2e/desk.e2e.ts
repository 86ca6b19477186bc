import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'

import { expect, test, untilControlled } from '#tests/support/pages/storeTest.ts'

const maxFirstViewBytes = 200_000

const person = { id: 'ravi', name: 'Ravi Sahu', role: 'rider', warehouses: [] }

test.use({ seesWorker: false })

test('the desk opens with its login, under its own policy and worker [staff.1]', async ({
  page,
  baseURL,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/i.test(message.text())) refused.push(message.text())
  })
  const files = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css|svg|woff2)$/.test(pathname)) files.add(pathname)
  })

  await page.goto('/desk/me')
  await expect(page.getByLabel('Mobile number')).toBeVisible()
  await untilControlled(page)

  expect(refused).toEqual([])
  expect([...files].filter((path) => path.startsWith('/assets/'))).toEqual([])
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  )
  expect(scopes).toEqual(['/desk/'])
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  // A logged-in rider loads the page's own chunk beside these.
  const bytes = [...files].filter((path) => path.startsWith('/desk/') && !path.endsWith('sw.js'))
  expect(sizeOf(bytes)).toBeLessThan(maxFirstViewBytes)

  await page.evaluate(
    (rider) => localStorage.setItem('desk-session', JSON.stringify({ token: 'x', person: rider })),
    person,
  )
  await page.context().setOffline(true)
  await page.goto(`${baseURL}/desk/`)
  await expect(page.getByRole('heading', { name: 'Me', level: 1 })).toBeVisible()
  await expect(page.getByText(/^No connection since/)).toBeVisible()
})

test('the store’s worker leaves the desk to the server, and the store has no link to it [staff.1]', async ({
  page,
}) => {
  await page.goto('/collections')
  await untilControlled(page)
  expect(await page.locator('a[href*="/desk"]').count()).toBe(0)

  const response = await page.goto('/desk/')

  expect(response?.fromServiceWorker()).toBe(false)
  expect(response?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await expect(page.getByLabel('Mobile number')).toBeVisible()
})

/** The bytes of files of the built desk, as they are sent. */
const sizeOf = (paths: string[]): number =>
  paths
    .map((path) => readFileSync(`dist${path}`))
    .map((content) => brotliCompressSync(content).length)
    .reduce((total, size) => total + size, 0)
