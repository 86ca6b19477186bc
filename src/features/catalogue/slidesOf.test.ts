import { expect, test } from 'vitest'

import type { Slider } from '#contract/catalogue.ts'
import { slidesOf } from './slidesOf.ts'

const aSlider = (changes: Partial<Slider>): Slider => ({
  _id: 'festive',
  sliderType: 'Top Slider',
  gender: { name: 'WOMEN' },
  isFor: 'desktop',
  photo: '/photos/wide.svg',
  link: '/collections?category=sarees',
  title: 'Festive',
  text: '',
  action: 'Shop',
  isLight: false,
  ...changes,
})

test('a slide has a picture for desktops and one for phones [home.1]', () => {
  const wide = aSlider({})
  const tall = aSlider({ isFor: 'mobile', photo: '/photos/tall.svg' })

  const slides = slidesOf([wide, tall], 'Top Slider', 'WOMEN')

  expect(slides).toEqual([{ words: wide, desktop: '/photos/wide.svg', mobile: '/photos/tall.svg' }])
})

test('only the slides of this slider and this gender are shown [home.1]', () => {
  const ofMen = aSlider({ gender: { name: 'MEN' } })
  const below = aSlider({ sliderType: 'Bottom Slider' })

  expect(slidesOf([ofMen, below], 'Top Slider', 'WOMEN')).toEqual([])
  expect(slidesOf([ofMen, below], 'Top Slider', 'MEN')).toHaveLength(1)
})

test('where one shape is missing the other one serves', () => {
  const onlyWide = aSlider({})

  const [slide] = slidesOf([onlyWide], 'Top Slider', 'WOMEN')

  expect(slide?.mobile).toBe('/photos/wide.svg')
})
