import { policyNames } from '#contract/pages/paths.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { findViolations } from '#tests/support/pages/findViolations.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const { legalEntity, grievanceOfficer, contacts } = demoFacts

for (const [path, words] of [
  ['/about-us', ['30 mins or 60 mins', legalEntity.name]],
  ['/contact-us', [contacts.address, contacts.email, contacts.hours]],
  ['/terms-and-conditions', ['18 or older', 'within 24 hours of delivery']],
  [
    '/privacy-policy',
    ['Digital Personal Data Protection Act', 'Data Protection Board', 'withdraw'],
  ],
  ['/refund-policy', ['5 to 7 working days', 'We don’t refund delivery charges']],
] as const) {
  test(`${path} states the terms and the company, even without scripts [law.1] [seo.1]`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(path)
    const text = page.getByRole('main')

    for (const phrase of words) await expect(text).toContainText(phrase)
    await expect(text).toContainText(grievanceOfficer.name)
    await expect(text).toContainText('acknowledge complaints within 48 hours')
    await context.close()
  })
}

test('every policy has a URL, its name as heading, and a text [shell.3] [law.1]', async ({
  page,
}) => {
  for (const [policyType, name] of policyNames) {
    await page.goto(`/policies/${policyType}`)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(policyType)
    await expect(page.getByRole('main')).toContainText(name)
    expect(await page.getByRole('main').locator('section').count()).toBeGreaterThan(0)
  }
})

test('an unknown policy shows its name and links to ours [shell.3] @proof', async ({ page }) => {
  await page.goto('/policies/loyalty', { waitUntil: 'networkidle' })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('loyalty')
  const policyLinks = page.getByRole('navigation', { name: 'All policies' })
  await policyLinks.getByRole('link', { name: 'Return policy' }).click()

  await expect(page).toHaveURL('/policies/returns')
  await expect(page.getByRole('main')).toContainText('with the product tag in place')
  const violations = await findViolations(page)
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('the answers link to the policies, and the complaint form is below [support.1] [law.1]', async ({
  page,
}) => {
  await page.goto('/customer-support', { waitUntil: 'networkidle' })

  for (const [question, answer] of [
    ['What is Try & Buy?', 'In Indore you can choose two sizes'],
    ['Are delivery charges refunded?', 'Delivery charges are non-refundable'],
    ['Can I cancel an order?', 'until it’s shipped'],
    ['Can I return or exchange what I bought?', 'with the product tag in place'],
  ] as const) {
    await page.getByText(question).click()
    await expect(page.getByText(answer)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Make a complaint' })).toBeVisible()
})

test('title and canonical URL change with every navigation [seo.1] [shell.12]', async ({
  page,
  baseURL,
}) => {
  await page.goto('/collections?category=women-sarees&sort=asc', { waitUntil: 'networkidle' })
  const canonical = page.locator('link[rel=canonical]')
  await expect(page).toHaveTitle('Sarees | Pehno')
  await expect(canonical).toHaveAttribute('href', `${baseURL}/collections?category=women-sarees`)

  await page.locator('main a[href^="/products/"]').first().click()
  await expect(page).toHaveURL(/\/products\//)
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(page).toHaveTitle(`${name} | Pehno`)
  await expect(canonical).toHaveAttribute('href', page.url().replace(/\?.*/, ''))

  await page.goBack()
  await expect(page).toHaveTitle('Sarees | Pehno')
  await expect(canonical).toHaveAttribute('href', `${baseURL}/collections?category=women-sarees`)
  await expect(canonical).toHaveCount(1)
})
