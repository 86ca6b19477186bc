import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Page } from '@playwright/test'

import type { StaffRole } from '#contract/staff/roles.ts'
import { type Database, openConnection } from '#server/database/client/connect.ts'
import { staff, staffSessions } from '#server/database/schema/staff.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { readPerson } from '#server/features/staff/people.ts'
import { expectAccessible } from '#tests/support/pages/expectAccessible.ts'
import { expect, test, untilControlled } from '#tests/support/pages/storeTest.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'
import { codeFor } from '#tests/support/shopper/shopping.ts'

/** What a rider's phone loads before the first tap. */
const maxFirstViewBytes = 200_000

test.use({ seesWorker: false })

async function inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = openConnection(process.env.DATABASE_URL ?? '')
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const aPerson = (role: StaffRole) =>
  inDatabase(async (db) => {
    const values = { name: 'Meera Kulkarni', contactNumber: aPhone(), role }
    const [row] = await db.insert(staff).values(values).returning()
    return row!
  })

/** Logs a new person in on this device, without the login's screens. */
async function loggedIn(page: Page, role: StaffRole) {
  const { id } = await aPerson(role)
  const session = await inDatabase(async (db) => ({
    token: await openStaffSession(db, id, 'Chrome on Android'),
    person: await readPerson(db, id),
  }))
  await page.context().addInitScript((saved) => {
    if (sessionStorage.getItem('desk-session-given')) return
    sessionStorage.setItem('desk-session-given', 'yes')
    localStorage.setItem('desk-session', JSON.stringify(saved))
  }, session)
  return id
}

/** What the content policy refused, as the console says it. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/i.test(message.text())) refused.push(message.text())
  })
  return refused
}

const phoneField = (page: Page) => page.getByLabel('Mobile number')
const otpField = (page: Page) => page.getByLabel('OTP, 6 digits')
const mePage = (page: Page) => page.getByRole('heading', { name: 'Me', level: 1 })

test('the desk has a document, policy, manifest and worker of its own [staff.1]', async ({
  page,
}) => {
  const refused = refusalsOf(page)
  const paths: string[] = []
  page.on('response', (response) => void paths.push(new URL(response.url()).pathname))

  const response = await page.goto('/desk/me')
  await expect(phoneField(page)).toBeVisible()
  await untilControlled(page)

  const headers = response?.headers() ?? {}
  expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(refused).toEqual([])
  // Of the store's files it uses fonts and icons, none of its programs.
  expect(paths.filter((path) => path.startsWith('/assets/'))).toEqual([])
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  )
  expect(scopes).toEqual(['/desk/'])
})

test('it can be installed, and each shortcut opens a page [staff.1]', async ({ page }) => {
  await loggedIn(page, 'owner')
  await page.goto('/desk/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const { scope, display, icons, shortcuts } = (await (
    await page.request.get(href ?? '')
  ).json()) as {
    scope: string
    display: string
    icons: { src: string }[]
    shortcuts: { url: string; name: string }[]
  }

  expect({ scope, display }).toEqual({ scope: '/desk/', display: 'standalone' })
  for (const { src } of icons) expect((await page.request.get(src)).status()).toBe(200)
  expect(shortcuts.length).toBeGreaterThan(0)
  for (const { url, name } of shortcuts) {
    await page.goto(url)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
})

test.describe('without a connection', () => {
  // So that the worker's own probes are cut as well.
  test.use({ seesWorker: true })

  test('it opens without a connection, and says so [staff.1]', async ({ page, baseURL }) => {
    await loggedIn(page, 'rider')
    await page.goto('/desk/me')
    await expect(mePage(page)).toBeVisible()
    await untilControlled(page)

    await page.context().setOffline(true)
    await page.goto(`${baseURL}/desk/me`)

    await expect(mePage(page)).toBeVisible()
    await expect(page.getByText(/^No connection since/)).toBeVisible()
    await expect(page.getByText('Meera Kulkarni').first()).toBeAttached()
  })
})

test.describe('without a worker', () => {
  // Its own downloads would be counted in place of the page's.
  test.use({ hasWorker: false })

  test('a rider’s first view is small [staff.1]', async ({ page }) => {
    await loggedIn(page, 'rider')
    await page.goto('/desk/')
    await expect(page.getByText('No deliveries', { exact: true })).toBeVisible()

    // A preloaded file is listed once more when it is used.
    const bytes = await page.evaluate(() => {
      const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const)
      return [...new Map(files).values()].reduce((total, size) => total + size, 0)
    })
    test
      .info()
      .annotations.push({ type: 'bytes of scripts and styles', description: String(bytes) })
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(maxFirstViewBytes)
  })
})

test('the store has no link to it, and its worker leaves it to the server [staff.1]', async ({
  page,
}) => {
  await page.goto('/collections')
  await untilControlled(page)
  expect(await page.locator('a[href*="/desk"]').count()).toBe(0)

  const response = await page.goto('/desk/')

  expect(response?.fromServiceWorker()).toBe(false)
  await expect(phoneField(page)).toBeVisible()
})

/** Texts of the desk's programs and styles: of its calls, session, roles, library and login. */
const marks = ['/staff/', 'desk-session', 'accountant', 'mantine', 'Log in to the desk']

/** Programs, styles and documents of a build. */
const builtFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|svg|webmanifest)$/.test(name))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }))

test('nothing of it is in the store’s files [staff.1]', () => {
  const desk = builtFiles('dist/desk')
  for (const mark of marks) expect(desk.some(({ text }) => text.includes(mark))).toBe(true)

  const ofStore = [...builtFiles('dist/page'), ...builtFiles('dist/loader')]
  expect(ofStore.length).toBeGreaterThan(50)
  const found = ofStore.flatMap(({ name, text }) =>
    [...marks, '"/desk/', "'/desk/", '`/desk/']
      .filter((mark) => text.includes(mark))
      .map((mark) => `${name}: ${mark}`),
  )
  expect(found).toEqual([])
})

test('the keyboard is enough to log in and out [staff.2]', async ({ page }) => {
  const { contactNumber } = await aPerson('manager')
  await page.goto('/desk/me')
  await expect(phoneField(page)).toBeFocused()
  await page.keyboard.type(contactNumber)
  await page.keyboard.press('Enter')
  await expect(otpField(page)).toBeFocused()
  await page.keyboard.type(await codeFor(page, contactNumber))
  await expect(mePage(page)).toBeVisible()

  const logOut = page.getByRole('main').getByRole('button', { name: 'Log out', exact: true })
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    if (await logOut.evaluate((button) => button === document.activeElement)) break
  }
  await expect(logOut).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(phoneField(page)).toBeFocused()
})

test('a number that nobody of the staff has gets no further, and no hint [staff.2] @proof', async ({
  page,
}) => {
  const stranger = aPhone()
  await page.goto('/desk/')
  await phoneField(page).fill(stranger)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText(`We sent an OTP to +91 ${stranger}.`)).toBeVisible()
  expect(await codeFor(page, stranger)).toBe('')

  await otpField(page).fill('123456')
  await expect(page.getByText(/^This OTP isn’t right/)).toBeVisible()
})

test('a person who is disabled is logged out and told so [staff.2] @proof', async ({ page }) => {
  const id = await loggedIn(page, 'packer')
  await page.goto('/desk/me')
  await expect(page.getByText('This device')).toBeVisible()
  await inDatabase(async (db) => {
    await db.delete(staffSessions).where(eq(staffSessions.staffId, id))
    await db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, id))
  })

  await page.reload()

  await expect(page.getByText(/^You were logged out/)).toBeVisible()
  await expect(phoneField(page)).toBeVisible()
})

const windows = [
  { name: 'a phone', tag: '', use: { viewport: { width: 390, height: 844 } } },
  {
    name: 'a desktop',
    tag: ' @proof',
    use: { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
  },
]
for (const { name, use, tag } of windows) {
  test.describe(`on ${name}`, () => {
    test.use({ ...use, seesWorker: true })

    test(`login, pages and messages are accessible [staff.1]${tag}`, async ({ page }) => {
      await page.goto('/desk/')
      await phoneField(page).press('Enter')
      await expect(page.getByText('Enter your mobile number')).toBeVisible()
      await expectAccessible(page)
      await phoneField(page).fill(aPhone())
      await phoneField(page).press('Enter')
      await otpField(page).fill('123456')
      await expect(page.getByText(/^This OTP isn’t right/)).toBeVisible()
      await expectAccessible(page)

      await loggedIn(page, 'owner')
      await page.goto('/desk/me')
      await expect(page.getByText('This device')).toBeVisible()
      await expectAccessible(page)
      await page.goto('/desk/nothing-here')
      await expect(page.getByText(/^This page doesn’t exist/)).toBeVisible()
      await expectAccessible(page)

      await page.context().setOffline(true)
      await expect(page.getByText(/^No connection since/)).toBeVisible()
      await expectAccessible(page)
    })
  })
}
