import { createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { ProductGallery } from './ProductGallery.tsx'

const photos = ['/one.svg', '/two.svg', '/three.svg']
const show = (isSoldOut = false) =>
  render(<ProductGallery name="Blue kurta" photos={photos} tint={1} isSoldOut={isSoldOut} />)

const named = { name: 'Photos of Blue kurta' }
const viewer = () => screen.getByRole('dialog', named)
const current = () => within(viewer()).getByRole('button', { current: true })

test('all photos are shown with their position as text [product.1]', () => {
  show()

  expect(screen.getAllByRole('img').map((photo) => photo.getAttribute('alt'))).toEqual([
    'Blue kurta, photo 1 of 3',
    'Blue kurta, photo 2 of 3',
    'Blue kurta, photo 3 of 3',
  ])
  expect(screen.queryByText('Sold Out')).toBeNull()
})

test('a sold-out product says so on its photo [product.1]', () => {
  show(true)

  expect(screen.getByText('Sold Out')).toBeVisible()
})

test('a photo opens full screen at its position [product.5]', async () => {
  show()

  await userEvent.click(screen.getByRole('button', { name: 'Blue kurta, photo 2 of 3' }))
  await screen.findByRole('dialog', named)

  expect(current()).toHaveAccessibleName('Photo 2 of 3')
})

test('keys change the photo, zoom and close [product.5] [a11y.1]', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Zoom' }))
  await screen.findByRole('dialog', named)
  within(viewer()).getByRole('button', { name: 'Close' }).focus()

  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(current()).toHaveAccessibleName('Photo 3 of 3')
  await userEvent.keyboard('{ArrowLeft}+')
  expect(current()).toHaveAccessibleName('Photo 2 of 3')
  expect(within(viewer()).getByRole('button', { name: /Zoom out/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a tap zooms in, a double tap does so once, and the next taps zoom out [product.5]', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Zoom' }))
  await screen.findByRole('dialog', named)
  const photo = () => within(viewer()).getAllByRole('button', { name: /^Zoom/ })[0]!
  const tapTwice = (timeStamp: number) => {
    for (const at of [timeStamp, timeStamp + 120]) {
      const tap = createEvent.click(photo(), { detail: 1 })
      Object.defineProperty(tap, 'timeStamp', { value: at })
      fireEvent(photo(), tap)
    }
  }

  tapTwice(1000)
  expect(photo()).toHaveAccessibleName('Zoom out')
  tapTwice(3000)
  expect(photo()).toHaveAccessibleName('Zoom in')
})
