import type { APIRequestContext } from '@playwright/test'

import { htmlFaults } from '#tests/support/pages/htmlFaults.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { structuredFaults, structuredIn } from '#tests/support/pages/structuredFaults.ts'

/** Server-rendered documents are the same for every screen size, so one project tests them. */
const read = async (request: APIRequestContext, path: string) => (await request.get(path)).text()

async function aProductPath(request: APIRequestContext): Promise<string> {
  const response = await request.get('/api/products/list?limit=1&inStock=true')
  const { result } = (await response.json()) as { result: { data: { _id: string }[] } }
  return `/products/${result.data[0]?._id}`
}

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
const typesIn = (html: string) => structuredIn(html).map((data) => data['@type'])

const indexed = [
  '/',
  '/?gender=men',
  '/collections',
  '/collections?category=women-sarees',
  '/collections?brands=kori',
  '/customer-support',
  '/frequently-asked-questions',
  '/policies/returns',
  '/policies/try-and-buy',
  '/terms-and-conditions',
  '/privacy-policy',
  '/refund-policy',
  '/about-us',
  '/contact-us',
]
const ownPages = [
  '/search',
  '/search?q=kurta',
  '/cart',
  '/wishlist',
  '/myaccount',
  '/myaccount/profile',
  '/myaccount/addresses',
  '/order-tracking',
  '/order-listing',
  '/order-details?id=1',
  '/refund/7f3c1d52-9b1e-4a7c-8f60-2d5e9a4b6c18',
  '/checkout',
]
const unknown = [
  '/no-such-page',
  '/refund/no-such-order',
  '/policies/of-no-kind',
  '/products/no-such-product',
  '/collections?category=no-such-category',
  '/collections?subcategory=no-such-kind',
  '/collections?brands=no-such-brand',
]

test('every page is valid HTML with its own title and description [seo.1] [shell.1]', async ({
  request,
}) => {
  const titles = new Set<string | undefined>()
  const paths = [...indexed, await aProductPath(request)]
  for (const path of paths) {
    const html = await read(request, path)
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1])

    expect.soft(await htmlFaults(html), path).toEqual([])
    expect.soft(metaOf(html, 'description')?.length, path).toBeGreaterThan(40)
    expect.soft(metaOf(html, 'robots'), path).toBeUndefined()
    expect.soft(metaOf(html, 'og:image'), path).toMatch(/\.(png|jpg(\?v=\w+)?)$/)
    expect.soft(metaOf(html, 'og:url'), path).toBe(canonicalOf(html))
    expect.soft(html.match(/<h1/g), path).toHaveLength(1)
  }
  expect([...titles]).toHaveLength(paths.length)
})

test('personal pages and unknown URLs are not indexed [seo.1] [shell.2]', async ({ request }) => {
  for (const path of [...ownPages, ...unknown]) {
    const response = await request.get(path)
    const html = await response.text()

    expect.soft(response.status(), path).toBe(unknown.includes(path) ? 404 : 200)
    expect.soft(metaOf(html, 'robots'), path).toBe('noindex')
    expect.soft(await htmlFaults(html), path).toEqual([])
  }
})

test('schema.org data is complete on home, lists, products and policies [seo.1]', async ({
  request,
}) => {
  const product = await aProductPath(request)
  for (const [path, types] of [
    ['/', ['Organization', 'WebSite']],
    ['/collections?category=women-sarees', ['BreadcrumbList', 'ItemList']],
    [product, ['Product', 'BreadcrumbList']],
    ['/policies/returns', ['BreadcrumbList']],
  ] as const) {
    const html = await read(request, path)

    expect(typesIn(html), path).toEqual(types)
    expect(structuredIn(html).flatMap(structuredFaults), path).toEqual([])
  }
})

test('the structured data of a product matches its page [seo.1] [product.1]', async ({
  page,
  request,
}) => {
  const path = await aProductPath(request)
  const [data] = structuredIn(await read(request, path))
  await page.goto(path)

  const { name, offers } = data as { name: string; offers: { price: string } }
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  const rupees = Number(offers.price).toLocaleString('en-IN')
  await expect(page.getByText(`₹${rupees}`).first()).toBeVisible()
})

test('a list has one canonical URL, however it is filtered [seo.1] [list.2]', async ({
  request,
  baseURL,
}) => {
  for (const [path, known] of [
    ['/collections?category=women-sarees&sort=asc&min=500', '?category=women-sarees'],
    [
      '/collections?subcategory=women-lehengas-floral-lehengas&category=women-lehengas',
      '?subcategory=women-lehengas-floral-lehengas',
    ],
    ['/collections?brands=kori&inStock=true&utm_source=mail', '?brands=kori'],
    ['/collections?gender=MEN', '?gender=men'],
  ] as const) {
    expect(canonicalOf(await read(request, path)), path).toBe(`${baseURL}/collections${known}`)
  }
})

test('other spellings of a URL redirect permanently to the canonical one [seo.1]', async ({
  request,
}) => {
  for (const [written, right] of [
    ['/about-us/', '/about-us'],
    ['/About-Us?from=mail', '/about-us?from=mail'],
    ['/collections/?category=women-sarees', '/collections?category=women-sarees'],
    ['/product/some-kurta', '/products/some-kurta'],
  ] as const) {
    const response = await request.get(written, { maxRedirects: 0 })

    expect(response.status(), written).toBe(301)
    expect(response.headers().location, written).toBe(right)
  }
})

test('the preview image of a product is a small JPEG [product.5]', async ({ request }) => {
  const html = await read(request, await aProductPath(request))
  const response = await request.get(metaOf(html, 'og:image') ?? '')
  const bytes = await response.body()

  expect(response.headers()['content-type']).toBe('image/jpeg')
  expect(bytes.length).toBeLessThan(300_000)
  expect([metaOf(html, 'og:image:width'), metaOf(html, 'og:image:height')]).toEqual(['1200', '630'])
  expect(metaOf(html, 'og:title')).toMatch(/₹[\d,.]+ \| Pehno$/)
  expect(metaOf(html, 'twitter:card')).toBe('summary_large_image')
})

test('robots.txt and the sitemap exist, and so does every kind of page listed in it [seo.1]', async ({
  request,
  baseURL,
}) => {
  expect(await read(request, '/robots.txt')).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const placesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)

  const files = placesIn(await read(request, '/sitemap.xml'))
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const file of files) {
    const places = placesIn(await read(request, file ?? ''))
    const [first, last] = [places[0], places.at(-1)]
    for (const place of [first, last]) {
      const html = await read(request, place ?? '')
      expect(canonicalOf(html), place).toBe(place)
    }
  }
})
