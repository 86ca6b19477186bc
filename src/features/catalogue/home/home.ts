import { useState } from 'react'

import {
  homeGridRead,
  offersRead,
  premiumBrandsRead,
  randomSubcategoriesRead,
  type Read,
  slidersRead,
} from '#contract/api/reads.ts'
import type { Slider } from '#contract/catalogue/catalogue.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import { throwReadError, useRead } from '#platform/api/reads/reads.ts'

/** One slide in two aspect ratios; the store's default slide has no image. */
export type Slide = {
  content: Omit<Slider, 'photo' | 'gender' | 'isFor' | 'sliderType'>
  desktop: string
  mobile: string
}

/** The slides of one slider for one gender; a missing aspect ratio is replaced by the other one. */
export function slidesOf(
  sliders: Slider[],
  type: Slider['sliderType'],
  gender: GenderName,
): Slide[] {
  const slides = new Map<string, Slide>()
  for (const slider of sliders) {
    if (slider.sliderType !== type || slider.gender.name !== gender) continue
    const key = `${slider.link} ${slider.title}`
    const { photo } = slider
    const slide = slides.get(key) ?? { content: slider, desktop: photo, mobile: photo }
    slides.set(key, { ...slide, [slider.isFor]: photo })
  }
  return [...slides.values()]
}

/** The default slide of a store without slides. */
export const defaultSlide = (title: string, link: string): Slide => ({
  content: { _id: '', title, text: '', link, action: 'See all styles', isLight: false },
  desktop: '',
  mobile: '',
})

/**
 * The content of the home page; a section is undefined while it loads. Failed sections are left out
 * until they load; the error screen shows only if all of them fail.
 */
export function useHome(gender: GenderName) {
  const sliders = useRead(slidersRead)
  const grid = useRead(homeGridRead)
  const random = useRead(randomSubcategoriesRead(gender))
  const premium = useRead(premiumBrandsRead(gender))
  const offers = useRead(offersRead)

  const reads: Read[] = [
    slidersRead,
    homeGridRead,
    offersRead,
    randomSubcategoriesRead(gender),
    premiumBrandsRead(gender),
  ]
  const parts = [sliders, grid, random, premium, offers]
  if (sliders.problem && parts.every(({ problem }) => problem))
    throwReadError(sliders.problem, slidersRead)

  return {
    reads,
    topSlides: itemsOf(sliders, ({ result }) => slidesOf(result, 'Top Slider', gender)),
    bottomSlides: itemsOf(sliders, ({ result }) => slidesOf(result, 'Bottom Slider', gender)),
    tiles: itemsOf(grid, ({ result }) => result.filter((tile) => tile.gender === gender)),
    subcategories: itemsOf(random, ({ result }) => result.data),
    offers: itemsOf(offers, ({ result }) => result),
    brands: itemsOf(premium, ({ result }) => result.data),
  }
}

type Part<Data> = { data: Data | undefined; problem: Error | undefined }

function itemsOf<Data, Item>({ data, problem }: Part<Data>, itemsIn: (data: Data) => Item[]) {
  return problem ? [] : data && itemsIn(data)
}

/** The items of a section; undefined while it loads. */
export type SectionItems = unknown[] | undefined

/**
 * Whether each section has to wait for those above it, so that an empty one causes no layout shift.
 * False once all have loaded.
 */
export function useRevealInOrder(sections: SectionItems[]): boolean {
  const isComplete = !sections.includes(undefined)
  const [wasComplete, setWasComplete] = useState(isComplete)
  if (isComplete && !wasComplete) setWasComplete(true)
  return !wasComplete
}
