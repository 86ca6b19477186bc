import { expect, test } from 'vitest'

import type { Slider } from '#contract/catalogue/catalogue.ts'
import { slidesOf, defaultSlide } from './home.ts'

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

test('a slide has an image for desktops and one for phones [home.1]', () => {
  const wide = aSlider({})
  const tall = aSlider({ isFor: 'mobile', photo: '/photos/tall.svg' })

  const slides = slidesOf([wide, tall], 'Top Slider', 'WOMEN')

  expect(slides).toEqual([
    { content: wide, desktop: '/photos/wide.svg', mobile: '/photos/tall.svg' },
  ])
})

test('only the slides of this slider and this gender are shown [home.1]', () => {
  const ofMen = aSlider({ gender: { name: 'MEN' } })
  const below = aSlider({ sliderType: 'Bottom Slider' })

  expect(slidesOf([ofMen, below], 'Top Slider', 'WOMEN')).toEqual([])
  expect(slidesOf([ofMen, below], 'Top Slider', 'MEN')).toHaveLength(1)
})

test('a missing format is replaced by the other one', () => {
  const onlyWide = aSlider({})

  const [slide] = slidesOf([onlyWide], 'Top Slider', 'WOMEN')

  expect(slide?.mobile).toBe('/photos/wide.svg')
})

test('slides with another text or link are separate slides [home.1]', () => {
  const sliders = [
    aSlider({}),
    aSlider({ title: 'Winter' }),
    aSlider({ link: '/collections?category=kurtas' }),
  ]

  expect(slidesOf(sliders, 'Top Slider', 'WOMEN').map(({ content }) => content)).toEqual(sliders)
})

test('without slides the page shows the tagline and a link to all clothes [home.1]', () => {
  expect(defaultSlide('Style delivered in 60 mins', '/collections')).toEqual({
    content: {
      _id: '',
      title: 'Style delivered in 60 mins',
      text: '',
      link: '/collections',
      action: 'See all styles',
      isLight: false,
    },
    desktop: '',
    mobile: '',
  })
})
