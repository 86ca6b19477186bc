import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { ErrorScreen } from './ErrorScreen.tsx'

function Broken({ message }: { message: string }): never {
  throw new Error(message)
}

const show = (message: string) =>
  render(
    <MemoryRouter>
      <ErrorScreen>
        <Broken message={message} />
      </ErrorScreen>
    </MemoryRouter>,
  )

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('what nobody expected shows with its text, and a way on [shell.29]', () => {
  show('The hanger broke')

  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(screen.getByText('The hanger broke')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Shopping' })).toHaveAttribute('href', '/')
})

test('a program that cannot be had without a line is no error of ours [pwa.8] [shell.29]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  show('Failed to fetch dynamically imported module: /assets/AboutPage.js')

  expect(await screen.findByRole('heading', { name: 'This page is not saved yet' })).toBeVisible()
})
