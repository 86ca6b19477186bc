import { asc } from 'drizzle-orm'
import * as v from 'valibot'

import type { Database } from '#server/database/client/connect.ts'
import { genders } from '#server/database/schema/catalogue.ts'
import { homeGridCategories, homeOffers, sliders } from '#server/database/schema/storefront.ts'
import { importPhoto, type PhotoFolders, type imageShapes } from './import/importPhoto.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { ImportRejectedError } from './import/importValues.ts'
import { genderNameOf } from './storefront.ts'

/** The content of the home page that merchants manage, in display order. */
export type HomePage = v.InferOutput<typeof HomePage>
type HomeSlider = HomePage['sliders'][number]

const text = (max: number) =>
  v.pipe(v.string(mustBe('text')), v.trim(), v.maxLength(max, `must have up to ${max} characters`))
const requiredText = (max: number) => v.pipe(text(max), v.minLength(1, 'must not be empty'))

/** Other hosts are not allowed, because the content security policy blocks their images. */
const link = v.pipe(
  requiredText(500),
  v.regex(/^\/(?!\/)\S*$/, 'must be a path of this store, such as /collections'),
)
const gender = v.picklist(['WOMEN', 'MEN'], 'must be WOMEN or MEN')

const HomeSlider = v.strictObject(
  {
    sliderType: v.picklist(
      ['Top Slider', 'Bottom Slider'],
      'must be "Top Slider" or "Bottom Slider"',
    ),
    gender,
    isFor: v.picklist(['desktop', 'mobile'], 'must be desktop or mobile'),
    photo: requiredText(500),
    link,
    title: requiredText(80),
    text: v.optional(text(160), ''),
    action: v.optional(text(30), ''),
    isLight: v.optional(v.boolean('must be true or false'), true),
  },
  mustBe('an object with the fields of a slider'),
)

const HomeGridCategory = v.strictObject(
  { name: requiredText(40), photo: requiredText(500), gender, link },
  mustBe('an object with the fields of a grid category'),
)

const HomeOffer = v.strictObject(
  {
    name: requiredText(60),
    headline: v.optional(v.nullable(text(80)), null),
    /** The code of a coupon. */
    code: v.optional(v.nullable(text(40)), null),
    photo: requiredText(500),
    link,
  },
  mustBe('an object with the fields of an offer'),
)

export const HomePage = v.strictObject(
  {
    sliders: v.array(HomeSlider, mustBe('a list')),
    grid: v.array(HomeGridCategory, mustBe('a list')),
    /** Left out, they stay as they are. */
    offers: v.optional(v.array(HomeOffer, mustBe('a list'))),
  },
  mustBe('an object with sliders, grid and offers'),
)

/** Missing and unknown fields get this message as well. */
function mustBe(what: string) {
  return ({ expected, received }: { expected: string | null; received: string }) => {
    if (received === 'undefined') return 'is missing'
    return expected === 'never' ? 'is not a known field' : `must be ${what}`
  }
}

export async function readHomePage(db: Database): Promise<Required<HomePage>> {
  const slides = await db.select().from(sliders).orderBy(asc(sliders.position), asc(sliders.id))
  const table = homeGridCategories
  const tiles = await db.select().from(table).orderBy(asc(table.position), asc(table.id))
  const offers = await db.select().from(homeOffers).orderBy(asc(homeOffers.position))
  return {
    sliders: slides.map(({ id: _id, position: _position, genderId, ...slider }) => ({
      ...slider,
      gender: genderNameOf(genderId),
    })),
    grid: tiles.map(({ name, photo, genderId, link }) => ({
      name,
      photo,
      gender: genderNameOf(genderId),
      link,
    })),
    offers: offers.map(({ id: _id, position: _position, ...offer }) => offer),
  }
}

const idOf = (name: HomeSlider['gender']) => name.toLowerCase()

/**
 * Replaces the sliders, the grid and, if the page has them, the offers. A photo is a URL path of this store, or the name of a file in
 * `folders.from`, which is cropped and saved.
 *
 * @throws ImportRejectedError if a photo is neither
 * @throws StoreError 'conflict' if the store has no products for a gender yet
 */
export async function changeHomePage(
  db: Database,
  page: HomePage,
  folders: PhotoFolders | undefined,
): Promise<Required<HomePage>> {
  const photoOf = (photo: string, shape: keyof typeof imageShapes) => {
    if (photo.startsWith('/')) return photo
    if (!folders) throw new ImportRejectedError(`photo "${photo}" is not a path of this store`)
    return importPhoto(photo, folders, shape)
  }
  const slides: (typeof sliders.$inferInsert)[] = []
  for (const [position, { gender, ...slider }] of page.sliders.entries()) {
    const photo = await photoOf(slider.photo, slider.isFor === 'desktop' ? 'banner' : 'card')
    slides.push({ ...slider, photo, id: `slider-${position}`, genderId: idOf(gender), position })
  }
  const tiles: (typeof homeGridCategories.$inferInsert)[] = []
  for (const [position, { gender, ...tile }] of page.grid.entries()) {
    const photo = await photoOf(tile.photo, 'card')
    tiles.push({ ...tile, photo, id: `grid-${position}`, genderId: idOf(gender), position })
  }
  const offers: (typeof homeOffers.$inferInsert)[] = []
  for (const [position, offer] of (page.offers ?? []).entries()) {
    const photo = await photoOf(offer.photo, 'whole')
    offers.push({ ...offer, photo, id: `offer-${position}`, position })
  }
  return db.transaction(async (tx) => {
    await refuseUnknownGenders(tx, [...page.sliders, ...page.grid])
    await tx.delete(sliders)
    await tx.delete(homeGridCategories)
    if (slides.length > 0) await tx.insert(sliders).values(slides)
    if (tiles.length > 0) await tx.insert(homeGridCategories).values(tiles)
    if (page.offers) await tx.delete(homeOffers)
    if (offers.length > 0) await tx.insert(homeOffers).values(offers)
    return readHomePage(tx)
  })
}

/** Genders are created by the first import of products. */
async function refuseUnknownGenders(tx: Database, all: { gender: HomeSlider['gender'] }[]) {
  const genderIds = (await tx.select().from(genders)).map(({ id }) => id)
  const unknown = all.find(({ gender }) => !genderIds.includes(idOf(gender)))
  if (!unknown) return
  const sentence = `The store has no products for ${unknown.gender} yet: please import the catalogue first`
  throw new StoreError('conflict', sentence)
}
