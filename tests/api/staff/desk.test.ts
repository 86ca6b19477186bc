import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'

import { isServerPath, pageAt } from '#contract/pages/paths.ts'
import { deskRoutes } from '#server/app/documents/deskRoutes.ts'
import { killSwitchRoute } from '#server/app/files/killSwitch.ts'
import { robotsRoute } from '#server/app/files/sitemap.ts'

/** The files of a build of the desk, as far as the server reads them. */
const folder = mkdtempSync(join(tmpdir(), 'pehno-desk-'))
const olderBuild = mkdtempSync(join(tmpdir(), 'pehno-older-desk-'))
cpSync('src/desk/index.html', join(folder, 'index.html'))
cpSync('src/desk/manifest.webmanifest', join(folder, 'manifest.webmanifest'))
cpSync('src/desk/public/icons', join(folder, 'icons'), { recursive: true })
writeFileSync(join(folder, 'sw.js'), '// the worker')
for (const [build, name] of [
  [folder, 'now'],
  [olderBuild, 'before'],
] as const) {
  mkdirSync(join(build, 'assets'))
  writeFileSync(join(build, 'assets', `${name}.js`), `// ${name}`)
}
afterAll(() => [folder, olderBuild].forEach((path) => rmSync(path, { recursive: true })))

const app = deskRoutes({
  folder,
  olderBuilds: [olderBuild],
  fetcher: async () => ({ result: { name: 'Rang & Resham' } }),
})
const open = (path: string) => Promise.resolve(app.request(`https://shop.example${path}`))

describe('the document', () => {
  test.each(['/desk/', '/desk/board', '/desk/orders/PEH-7K2QD'])(
    '%s has a content policy without inline code, and is not indexed [staff.1]',
    async (path) => {
      const { status, headers } = await open(path)
      const policy = headers.get('Content-Security-Policy')

      expect(status).toBe(200)
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toMatch(/unsafe|strict-dynamic|https?:/)
      expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow')
    },
  )

  test('it has no inline script or style, and the name of the store [staff.1]', async () => {
    const html = await (await open('/desk/')).text()

    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    expect(html).toContain('<title>Rang &amp; Resham Desk</title>')
  })

  test('it may embed the maps of the store, and nothing else [rider.1] [staff.1]', async () => {
    const policyOf = async (on: Hono) =>
      (await on.request('/desk/')).headers.get('Content-Security-Policy')
    const fetcher = async () => ({ result: { name: 'Rang & Resham' } })

    expect(await policyOf(app)).toContain("frame-src 'none'")
    expect(
      await policyOf(deskRoutes({ folder, fetcher, frameOrigins: ['https://maps.shop.example'] })),
    ).toContain('frame-src https://maps.shop.example;')
  })

  test('only itself may read the position of the device [rider.8] [staff.1]', async () => {
    const { headers } = await open('/desk/')

    expect(headers.get('Permissions-Policy')).toContain('geolocation=(self)')
  })

  test('/desk leads to it, so that its worker controls it [staff.1]', async () => {
    const { status, headers } = await open('/desk?from=message')

    expect(status).toBe(301)
    expect(headers.get('Location')).toBe('/desk/?from=message')
  })

  test('it opens while the store’s facts cannot be read', async () => {
    const fetcher = () => Promise.reject(new Error('No database'))
    const response = await deskRoutes({ folder, fetcher }).request('/desk/')

    expect(await response.text()).toContain('<title>Pehno Desk</title>')
  })
})

describe('files', () => {
  test.each([
    ['/desk/assets/now.js', 200, 'public, max-age=31536000, immutable'],
    ['/desk/assets/before.js', 200, 'public, max-age=31536000, immutable'],
    ['/desk/sw.js', 200, 'no-cache'],
    ['/desk/icons/icon-192.png', 200, 'public, max-age=86400'],
    ['/desk/assets/gone.js', 404, 'no-store'],
    ['/desk/nothing.json', 404, 'no-store'],
  ])('%s is %i [staff.1]', async (path, status, cacheControl) => {
    const response = await open(path)

    expect(response.status).toBe(status)
    expect(response.headers.get('Cache-Control')).toBe(cacheControl)
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex, nofollow')
  })

  test('with the workers turned off, /desk/sw.js removes the installed one [staff.1]', async () => {
    const routes = new Hono().route('/', killSwitchRoute).route('/', app)

    expect(await (await routes.request('/desk/sw.js')).text()).toContain('unregister')
  })
})

describe('the manifest', () => {
  const read = async () =>
    (await (await open('/desk/manifest.webmanifest')).json()) as {
      name: string
      scope: string
      start_url: string
      icons: { src: string; purpose: string }[]
      shortcuts: { url: string }[]
    }

  test('it is installable under the name of the store [staff.1]', async () => {
    const { name, scope, start_url, icons, shortcuts } = await read()

    expect({ name, scope, start_url }).toEqual({
      name: 'Rang & Resham Desk',
      scope: '/desk/',
      start_url: '/desk/',
    })
    expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'maskable'])
    for (const { src } of icons)
      expect(existsSync(join(folder, src.slice('/desk'.length)))).toBe(true)
    for (const { url } of shortcuts) expect(url).toMatch(/^\/desk\//)
  })
})

describe('the store', () => {
  test('leaves the desk to the server: its worker handles none of it [staff.1]', () => {
    for (const path of ['/desk', '/desk/', '/desk/board']) {
      expect(isServerPath(path)).toBe(true)
      expect(pageAt(new URL(path, 'https://shop.example'))).toBeUndefined()
    }
    expect(isServerPath('/desktop')).toBe(false)
  })

  test('asks search engines to leave the desk out [staff.1]', async () => {
    const robots = await robotsRoute('https://shop.example').request('/robots.txt')

    expect(await robots.text()).toMatch(/^Disallow: \/desk$/m)
  })
})
