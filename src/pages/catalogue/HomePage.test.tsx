import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { ErrorScreen } from '#app/screens/ErrorScreen.tsx'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
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

/** The sections of home: the call of each, its response, and its position. */
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
    result: { data: [{ ...named, title: 'Kurtas', slug: 'kurtas' }] },
    place: heading('Today’s picks'),
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

type Responses = Record<string, () => unknown>

/** Home, with a store that fails the calls in `broken`. */
function openHome(failing: string[], empty: string[] = [], special: Responses = {}) {
  const broken = new Set(failing)
  const resultOf = ({ path, result }: (typeof parts)[number]) =>
    empty.includes(path) ? [] : result
  const responses = Object.fromEntries(
    parts.map((part) => [
      part.path,
      () => (broken.has(part.path) ? new Response('Broken', { status: 500 }) : resultOf(part)),
    ]),
  )
  renderInStore(
    <ErrorScreen>
      <HomePage />
    </ErrorScreen>,
    { responses: { ...responses, ...special } },
  )
  return broken
}

/** Waits until all responses have arrived. */
const untilLoaded = () =>
  waitFor(() => {
    for (const { place } of parts) expect(place()).toBeVisible()
    expect(document.querySelector('[aria-busy]')).toBeNull()
    expect(screen.getByText('Festive')).toBeVisible()
  })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('sections that are loading reserve their space [home.1]', async () => {
  openHome([])

  for (const { place } of parts) expect(place()).toBeVisible()
  expect(document.querySelectorAll('[aria-busy]')).toHaveLength(4)
  await untilLoaded()
})

test.each(parts)(
  'home opens without $part, which appears once it loads [home.1]',
  async ({ path, place }) => {
    const broken = openHome([path])

    await waitFor(() => expect(place()).toBeNull())
    for (const other of parts) if (other.path !== path) expect(other.place()).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()

    broken.clear()
    window.dispatchEvent(new Event('online'))

    await untilLoaded()
  },
)

test.each([
  ['failed', ['sliders/viewAllSliders'], []],
  ['none', [], ['sliders/viewAllSliders']],
])('without slides (%s) home shows a default banner [home.1]', async (_why, failing, empty) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:02:00+05:30') })
  const broken = openHome(failing, empty)
  const place = screen.getByRole('region', { name: 'Top Slider' })

  expect(await within(place).findByText('Style Delivered in 60 mins')).toBeVisible()
  expect(within(place).getByRole('link')).toHaveAttribute('href', '/collections?gender=women')
  expect(within(place).queryByRole('img')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Bottom Slider' })).toBeNull()
  if (!broken.size) return
  broken.clear()
  window.dispatchEvent(new Event('online'))

  await waitFor(() => expect(place).toHaveTextContent('Festive'))
  expect(place).toBeVisible()
})

test('nothing is shown below a section that may still be left out [home.1]', async () => {
  let respond = (_tiles: unknown[]): void => undefined
  const responded = new Promise((resolve) => (respond = resolve))
  openHome([], [], { homeGridCategories: () => responded })
  await waitFor(() => expect(screen.getByText('Festive')).toBeVisible())
  const placeholder = screen.getByRole('heading', { name: 'Today’s picks' })
  expect(document.querySelectorAll('[aria-busy]')).toHaveLength(4)

  respond([])

  await waitFor(() => expect(heading('Shop by category')()).toBeNull())
  expect(document.querySelector('[aria-busy]')).toBeNull()
  expect(placeholder).not.toBeInTheDocument()
  expect(heading('Today’s picks')()).toBeVisible()
})

test('home without any data shows an error and recovers with "Try again" [home.1] [shell.29]', async () => {
  const broken = openHome(allPaths)
  expect(await screen.findByRole('alert')).toBeVisible()

  broken.clear()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await untilLoaded()
})

test('home says how old it is if it comes from the cache, without moving anything, until it is read again [pwa.12]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const stored = { 'x-api': '1', 'x-sw-cache': 'stale', 'x-sw-age': '7200' }
  let isStored = true
  const responses = Object.fromEntries(
    parts.map(({ path, result }) => [
      path,
      () =>
        Response.json({ success: true, result }, { headers: isStored ? stored : { 'x-api': '1' } }),
    ]),
  )
  renderInStore(<HomePage />, {
    responses: {
      ...responses,
      'brands/getPremiumBrands?gender=women': responses['brands/getPremiumBrands'],
    },
  })

  const note = await screen.findByText(/^Offers from 2 hours ago\. They may have changed since\.$/)
  expect(note.closest('[data-floating]')).not.toBeNull()
  isStored = false
  await vi.advanceTimersByTimeAsync(5000)

  await waitFor(() => expect(note).not.toBeInTheDocument())
  vi.useRealTimers()
})
