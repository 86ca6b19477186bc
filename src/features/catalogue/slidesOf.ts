import type { Slider } from '#contract/catalogue/catalogue.ts'
import type { GenderName } from '#contract/catalogue/product.ts'

/** One picture of a slider, in the two shapes it comes in; the store's own has none. */
export type Slide = {
  words: Omit<Slider, 'photo' | 'gender' | 'isFor' | 'sliderType'>
  desktop: string
  mobile: string
}

/** The slides of one slider for one gender; where a shape is missing the other one serves. */
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
    const known = slides.get(key) ?? { words: slider, desktop: photo, mobile: photo }
    slides.set(key, { ...known, [slider.isFor]: photo })
  }
  return [...slides.values()]
}

/** What stands at the head of the page where the store has shown no slides of its own. */
export const slideWith = (title: string, link: string): Slide => ({
  words: { _id: '', title, text: '', link, action: 'See all clothes', isLight: false },
  desktop: '',
  mobile: '',
})
