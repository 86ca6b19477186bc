import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { ErrorScreen } from '#app/ErrorScreen.tsx'
import { renderInStore } from '#tests/support/renderInStore.tsx'
import HomePage from './HomePage.tsx'

const slider = {
  _id: 'festive',
  sliderType: 'Top Slider',
  gender: { name: 'WOMEN' },
  isFor: 'mobile',
  photo: '/photos/tall.svg',
  link: '/collections',
  title: 'Festive',
  text: '',
  action: 'Shop',
  isLight: false,
}
const named = { _id: 'one', name: 'Kurtas', photo: '/photos/one.svg', link: '/collections' }

const heading = (name: string) => () => screen.queryByRole('heading', { name })

/** The parts of home: what each asks, what that brings, and its place on the page. */
const parts = [
  {
    part: 'the slides',
    path: 'sliders/viewAllSliders',
    result: [slider, { ...slider, sliderType: 'Bottom Slider', title: 'Below' }],
    place: () => screen.queryByRole('region', { name: 'Bottom Slider' }),
  },
  {
    part: 'the categories',
    path: 'homeGridCategories',
    result: [{ ...named, gender: 'WOMEN' }],
    place: heading('Shop by category'),
  },
  {
    part: 'what is picked for today',
    path: 'categories/getRandomSubCategories',
    result: { data: [{ ...named, slug: 'kurtas' }] },
    place: heading('Picked for today'),
  },
  {
    part: 'the offers',
    path: 'home-offers',
    result: [named],
    place: heading('Offers for you'),
  },
  {
    part: 'the brands',
    path: 'brands/getPremiumBrands',
    result: { data: [{ ...named, gender: [] }] },
    place: heading('Premium brands'),
  },
]
const allPaths = parts.map(({ path }) => path)

/** Home, at a store that cannot tell what is asked there, as long as that is `broken`. */
function openHome(failing: string[]) {
  const broken = new Set(failing)
  const answers = Object.fromEntries(
    parts.map(({ path, result }) => [
      path,
      () => (broken.has(path) ? new Response('Broken', { status: 500 }) : result),
    ]),
  )
  renderInStore(
    <ErrorScreen>
      <HomePage />
    </ErrorScreen>,
    { answers },
  )
  return broken
}

/** Until everything has come that was on its way. */
const untilWhole = () =>
  waitFor(() => {
    for (const { place } of parts) expect(place()).toBeVisible()
    expect(document.querySelector('[aria-busy]')).toBeNull()
    expect(screen.getByText('Festive')).toBeVisible()
  })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('what is on its way has its place [home.1]', async () => {
  openHome([])

  for (const { place } of parts) expect(place()).toBeVisible()
  expect(document.querySelectorAll('[aria-busy]')).toHaveLength(4)
  await untilWhole()
})

test.each(parts)(
  'home is there without $part, which comes as soon as the store can tell [home.1]',
  async ({ path, place }) => {
    const broken = openHome([path])

    await waitFor(() => expect(place()).toBeNull())
    for (const other of parts) if (other.path !== path) expect(other.place()).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()

    broken.clear()
    window.dispatchEvent(new Event('online'))

    await untilWhole()
  },
)

test('the slides at its head leave their place empty, so that nothing moves [home.1]', async () => {
  const broken = openHome(['sliders/viewAllSliders'])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Bottom Slider' })).toBeNull())
  const place = screen.getByRole('region', { name: 'Top Slider' })

  expect(place).toBeVisible()
  broken.clear()
  window.dispatchEvent(new Event('online'))

  await waitFor(() => expect(place).toHaveTextContent('Festive'))
})

test('home that has nothing to show says so, and shows by "Try again" [home.1] [shell.29]', async () => {
  const broken = openHome(allPaths)
  expect(await screen.findByRole('alert')).toBeVisible()

  broken.clear()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await untilWhole()
})
