import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { useLaunches } from './useLaunches.ts'

let launch = (_: { targetURL?: string }) => {}

function Page() {
  useLaunches()
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

function open() {
  vi.stubGlobal('launchQueue', { setConsumer: (onLaunch: typeof launch) => (launch = onLaunch) })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: `${location.origin}/cart` } as PerformanceEntry,
  ])
  render(
    <MemoryRouter initialEntries={['/collections']}>
      <Page />
    </MemoryRouter>,
  )
}
const launchAt = (path: string) => act(async () => launch({ targetURL: location.origin + path }))

test('a shortcut opens its page in the open window, the launch of this document nothing [pwa.1]', async () => {
  open()

  await launchAt('/cart')
  expect(screen.getByText('at /collections')).toBeVisible()
  await launchAt('/cart')
  expect(screen.getByText('at /cart')).toBeVisible()
  await launchAt('/share?text=kurta')
  expect(screen.getByText('at /share?text=kurta')).toBeVisible()
  await launchAt('/cart')
  expect(screen.getByText('at /cart')).toBeVisible()
})

test('the home screen’s icon leaves the shopper where they are, and other sites open nothing [pwa.1]', async () => {
  open()

  await launchAt('/?from=home-screen')
  await act(async () => launch({ targetURL: 'https://elsewhere.example/cart' }))
  await act(async () => launch({}))

  expect(screen.getByText('at /collections')).toBeVisible()
})
