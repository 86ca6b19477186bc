import { findViolations } from '#tests/support/pages/findViolations.ts'
import { isFull } from '#tests/support/proofScale.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test('an unknown URL is a 404 with links to the store [shell.2] @phone', async ({ page }) => {
  const response = await page.goto('/no-such-page')

  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this page')
  await page.getByRole('link', { name: 'Go to Shopping' }).click()
  await expect(page).toHaveURL('/')
})

test('file names of the build are unknown URLs [shell.2] @phone', async ({ page }) => {
  for (const path of ['/index.html', '/checkout.html', '/shells/page', '/shells/checkout']) {
    const response = await page.goto(path)
    expect([path, response?.status()]).toEqual([path, 404])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this page')
  }
})

test('a policy or refund that cannot exist is a 404 that says so [shell.2] [shell.3] @phone', async ({
  page,
}) => {
  const policy = await page.goto('/policies/nope')
  expect(policy?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('nope')
  await expect(page.getByText('We couldn’t find this policy.')).toBeVisible()
  expect((await page.request.get('/refund/nope')).status()).toBe(404)
  const order = '51a2e703-02c5-401f-b0a5-026e897a417b'
  expect((await page.request.get(`/refund/${order}`)).status()).toBe(200)
})

test('a policy shows its type as a heading [shell.3] @phone @proof', async ({ page }) => {
  await page.goto('/policies/returns')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('returns')
})

/** Pages of texts; the first two have everything that the others have. */
const textPages = [
  ['/contact-us', 'Contact us'],
  ['/customer-support', 'Customer Support'],
  ['/about-us', 'About us'],
  ['/terms-and-conditions', 'Terms and conditions'],
  ['/privacy-policy', 'Privacy policy'],
  ['/refund-policy', 'Refund policy'],
  ['/frequently-asked-questions', 'Frequently asked questions'],
] as const

for (const [path, title] of isFull ? textPages : textPages.slice(0, 1)) {
  test(`${path} is readable, and axe finds no faults [shell.1] [a11y.1] @phone`, async ({
    page,
  }) => {
    await page.goto(path, { waitUntil: 'networkidle' })

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const violations = await findViolations(page)
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
}

test('a question opens on a click, and its answer links to the policies [support.1] @phone @proof', async ({
  page,
}) => {
  await page.goto('/frequently-asked-questions', { waitUntil: 'networkidle' })
  const response = page.getByText('within 24 hours of delivery')
  await expect(response).toBeHidden()

  await page.getByText('Can I return or exchange what I bought?').click()

  await expect(response).toBeVisible()
})

test('the tab bar leads to home, collection, brands and login [shell.18] [shell.19] [shell.20] @phone', async ({
  page,
}) => {
  await page.goto('/collections', { waitUntil: 'networkidle' })
  const tabs = page.getByRole('navigation', { name: 'Store' })

  await tabs.getByRole('button', { name: 'Collection' }).click()
  const menu = page.getByRole('region', { name: 'Collection' })
  await menu.getByText('Sarees', { exact: true }).click()
  await menu.getByRole('link', { name: 'All sarees' }).click()
  await expect(page).toHaveURL(/category=women-sarees/)

  await tabs.getByRole('button', { name: 'Brands' }).click()
  await page.getByRole('region', { name: 'Brands' }).getByRole('link', { name: 'Kori' }).click()
  await expect(page).toHaveURL(/brands=kori/)

  await tabs.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('dialog', { name: 'Login or Signup' })).toBeVisible()
  await page.keyboard.press('Escape')
  await tabs.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('there is no tab bar on a product [shell.18] @phone @proof', async ({ page }) => {
  await page.goto('/collections', { waitUntil: 'networkidle' })
  await page.locator('main a[href^="/products/"]').first().click()
  await expect(page).toHaveURL(/\/products\//)

  await expect(page.getByRole('navigation', { name: 'Store' })).toBeHidden()
})

test('Back goes home from a list, and one step back elsewhere [shell.17] @phone', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('main a[href^="/collections"]').first().click()
  await expect(page).toHaveURL(/collections/)
  const list = page.url()
  await page.locator('main a[href^="/products/"]').first().click()
  await expect(page).toHaveURL(/\/products\//)

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(list)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
})

test('the collection menu opens on hover and with keys, and its links work [shell.8] [shell.21] @desktop', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: 'Collection' })

  await button.hover()
  await expect(page.getByRole('link', { name: 'Anarkalis' }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden')
  await page.mouse.move(700, 850)
  await expect(button).toHaveAttribute('aria-expanded', 'false')

  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(button).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await page
    .getByRole('group', { name: 'Collection for' })
    .getByRole('button', { name: 'Men', exact: true })
    .click()
  await page.getByRole('link', { name: 'Sherwanis' }).first().click()
  await expect(page).toHaveURL(/category=men-sherwanis/)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('arrow keys move between the links of a menu [shell.8] [a11y.1] @desktop', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const { keyboard } = page
  const button = page.getByRole('button', { name: 'Collection' })
  const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  const columns = panel.locator('ul > li:has(ul)')
  await button.focus()

  await keyboard.press('ArrowDown')
  // The subcategories load a moment after the categories.
  await expect(columns.nth(1).getByRole('link').nth(1)).toBeVisible()
  await keyboard.press('ArrowDown')
  await expect(columns.nth(0).getByRole('link').nth(0)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(columns.nth(0).getByRole('link').nth(1)).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(columns.nth(1).getByRole('link').nth(1)).toBeFocused()
  await keyboard.press('ArrowLeft')
  await keyboard.press('ArrowUp')
  await expect(columns.nth(0).getByRole('link').nth(0)).toBeFocused()

  await keyboard.press('ArrowLeft')
  await expect(panel.getByRole('button', { name: 'Women' })).toBeFocused()
  await keyboard.press('End')
  await expect(panel.getByRole('link').last()).toBeFocused()
  await keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('the brands menu leads to the products of a brand [shell.9] @desktop', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })

  const button = page.getByRole('button', { name: 'Brands' })
  const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  const saanjh = panel.getByRole('link', { name: 'Saanjh' })
  await button.click()
  await saanjh.focus()
  await page.keyboard.press('ArrowUp')
  await expect(saanjh).not.toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(button).toBeFocused()
  await saanjh.click()

  await expect(page).toHaveURL(/brands=saanjh/)
})

test('the header has logo, search, menus, bag and login, and the breadcrumbs start at home [shell.6] [shell.12] [shell.15] @desktop', async ({
  page,
}) => {
  await page.goto('/collections?category=women-sarees', { waitUntil: 'networkidle' })
  const header = page.getByRole('banner')

  await expect(header.getByRole('link', { name: 'Pehno, home' })).toBeVisible()
  await expect(header.getByRole('combobox')).toBeVisible()
  await expect(header.getByRole('link', { name: 'Bag' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Login' })).toBeVisible()
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(way.getByRole('listitem')).toHaveText(['Home', 'Women', 'Sarees'])
  await expect(page.getByText(/^Delivery (in 60 mins|today|tomorrow)$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Address' })).toBeVisible()
})

test('the home header has logo, delivery time, search, bag, location and gender [shell.16] @phone', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const header = page.getByRole('banner')

  await expect(header.getByText(/^(60 mins|Today|Tomorrow)$/)).toBeVisible()
  for (const name of ['Pehno, home', 'Search', 'Bag']) {
    await expect(header.getByRole('link', { name })).toBeVisible()
  }
  await expect(header.getByRole('button', { name: 'Choose Address' })).toBeVisible()
  await expect(header.getByRole('group', { name: 'Shop for' }).getByRole('button')).toHaveText([
    'Women',
    'Men',
  ])
})

test('at night the bag says when the order will be delivered [shell.25] @phone', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-20T22:30:00+05:30') })
  await page.goto('/cart')
  const banner = page.getByText(
    "Sleeping mode: ON. But don't worry — you can still order now, and we'll deliver it tomorrow after 9AM!",
  )
  await expect(banner).toBeVisible()

  await page.clock.setFixedTime(new Date('2026-11-21T09:00:00+05:30'))
  await page.clock.runFor('01:00')
  await expect(banner).toBeHidden()
})
