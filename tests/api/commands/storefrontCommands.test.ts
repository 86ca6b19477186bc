import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { productPhotoRoutes } from '#server/app/files/fileRoutes.ts'
import { genders } from '#server/database/schema/catalogue.ts'
import { photoFolder } from '#server/platform/runtime/settings.ts'
import { commandStore } from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

const store = commandStore()
const folder = mkdtempSync(join(tmpdir(), 'pehno-storefront-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('store terms', () => {
  test('sets the conditions of Try & Buy, which are sanitised [ops.1] [checkout.3]', async () => {
    const file = join(folder, 'conditions.html')
    writeFileSync(file, '<p onclick="x()">Keep <strong>one</strong> size.</p><script>x()</script>')

    const set = await runStoreCommand('terms', 'set', 'try-and-buy', file, '--json')
    const shown = await runStoreCommand('terms', 'show')
    const termsResponse = await store.api.request('/api/tryBuyTerms')

    expect(set.json()).toMatchObject({ purchaseType: 'Try and Buy', chargePaise: 99_00 })
    expect(shown.out).toContain('<p>Keep <strong>one</strong> size.</p>')
    expect((await termsResponse.json()) as object).toMatchObject({
      result: { chargeAmount: 99, conditions: '<p>Keep <strong>one</strong> size.</p>' },
    })
  })

  test('are stored without invisible characters [ops.1] [safe.3]', async () => {
    const file = join(folder, 'invisible.html')
    writeFileSync(file, '<p>Two\u0000 si\u202Ezes\u001B</p>\n<p>Keep&#x202e; one</p>')

    const set = await runStoreCommand('terms', 'set', 'standard', file, '--json')

    expect(set.json()).toMatchObject({ conditions: '<p>Two sizes</p>\n<p>Keep one</p>' })
  })

  test('changes nothing for an empty file or an unknown purchase type [ops.1]', async () => {
    const file = join(folder, 'empty.html')
    writeFileSync(file, '<p> </p><script>x()</script>')

    expect(await runStoreCommand('terms', 'set', 'standard', file)).toMatchObject({
      code: 1,
      err: 'The conditions are empty.',
    })
    expect((await runStoreCommand('terms', 'set', 'express', file)).code).toBe(2)
  })
})

describe('store home', () => {
  const slider = {
    sliderType: 'Top Slider',
    gender: 'WOMEN',
    isFor: 'mobile',
    photo: '/images/diwali.webp',
    link: '/collections',
    title: 'Diwali edit',
  }
  const grid = [
    { name: 'Sarees', photo: '/images/saree.webp', gender: 'WOMEN', link: '/search?q=saree' },
  ]
  const fileOf = (page: unknown) => {
    const file = join(folder, 'home.json')
    writeFileSync(file, typeof page === 'string' ? page : JSON.stringify(page))
    return file
  }
  const read = async (path: string) => {
    const { result } = (await (await store.api.request(path)).json()) as { result: object[] }
    return result
  }

  beforeAll(async () => {
    await store.db.insert(genders).values([
      { id: 'women', name: 'WOMEN', photo: '/images/women.webp' },
      { id: 'men', name: 'MEN', photo: '/images/men.webp' },
    ])
  })

  test('replaces the sliders and the grid with a file that "home show" prints again [ops.1] [home.1] [home.2]', async () => {
    const men = { ...slider, gender: 'MEN', title: 'Kurtas', text: 'In khadi', isLight: false }
    await runStoreCommand('home', 'set', fileOf({ sliders: [], grid: [...grid, ...grid] }))

    const set = await runStoreCommand('home', 'set', fileOf({ sliders: [men, slider], grid }))
    const shown = await runStoreCommand('home', 'show', '--json')
    const again = await runStoreCommand('home', 'set', fileOf(shown.json()), '--json')

    expect(set.out).toMatch(/\n2 slides, 1 grid category\.$/)
    expect(await read('/api/sliders/viewAllSliders')).toMatchObject([
      { title: 'Kurtas', gender: { name: 'MEN' }, text: 'In khadi', action: '', isLight: false },
      {
        title: 'Diwali edit',
        gender: { name: 'WOMEN' },
        photo: '/images/diwali.webp',
        isLight: true,
      },
    ])
    expect(await read('/api/homeGridCategories')).toMatchObject(grid)
    expect(again.json()).toEqual(shown.json())
  })

  test('crops photos from a folder to their format on the page [ops.1] [home.1]', async () => {
    const picture = sharp({
      create: { width: 1600, height: 1600, channels: 3, background: '#a33' },
    })
    await picture.jpeg().toFile(join(folder, 'diwali.jpg'))
    vi.stubEnv('DATA_DIR', folder)
    const sliders = ['desktop', 'mobile'].map((isFor) => ({
      ...slider,
      isFor,
      photo: 'diwali.jpg',
    }))
    const file = fileOf({ sliders, grid: [] })

    const set = await runStoreCommand('home', 'set', file, '--photos', folder, '--json')
    const without = await runStoreCommand('home', 'set', file)
    const outside = await runStoreCommand('home', 'set', file, '--photos', join(folder, 'none'))

    const routes = productPhotoRoutes(photoFolder({ dataDir: folder }))
    const sizes: [number?, number?][] = []
    for (const { photo } of set.json<{ sliders: { photo: string }[] }>().sliders) {
      const { width, height } = await sharp(
        await (await routes.request(photo)).arrayBuffer(),
      ).metadata()
      sizes.push([width, height])
    }
    expect(sizes).toEqual([
      [1440, 480],
      [720, 900],
    ])
    expect(without).toMatchObject({
      code: 1,
      err: 'photo "diwali.jpg" is not a path of this store.',
    })
    expect(outside).toMatchObject({ code: 1, err: 'photo "diwali.jpg" does not exist.' })
  })

  test('reports every error of a file with positions from 1, and changes nothing [ops.1]', async () => {
    const before = await runStoreCommand('home', 'show', '--json')
    await store.db.delete(genders).where(eq(genders.id, 'men'))
    const unknown = fileOf({ sliders: [{ ...slider, gender: 'MEN' }], grid: [] })
    expect(await runStoreCommand('home', 'set', unknown)).toMatchObject({
      code: 1,
      err: 'The store has no products for MEN yet: please import the catalogue first.',
    })
    const wrong = {
      sliders: [slider, { ...slider, link: 'https://example.com', isFor: 'tv', colour: 'red' }],
      grid: [{ ...grid[0], name: ' ', gender: undefined }],
    }

    const refused = await runStoreCommand('home', 'set', fileOf(wrong))

    expect(refused.code).toBe(1)
    expect(refused.err.split('\n').sort()).toEqual([
      '- grid 1, gender is missing.',
      '- grid 1, name must not be empty.',
      '- sliders 2, colour is not a known field.',
      '- sliders 2, isFor must be desktop or mobile.',
      '- sliders 2, link must be a path of this store, such as /collections.',
      'The home page was not changed:',
    ])
    for (const none of ['[]', '{}', 'null']) {
      const { code, err } = await runStoreCommand('home', 'set', fileOf(none))
      expect([code, err], none).toEqual([
        1,
        expect.stringMatching(/sliders is missing|The file must be/),
      ])
    }
    expect((await runStoreCommand('home', 'set', fileOf('{'))).err).toMatch(/^The file is not JSON/)
    expect((await runStoreCommand('home', 'show', '--json')).out).toBe(before.out)
  })
})
