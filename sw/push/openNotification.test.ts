import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openNotification } from './notifications.ts'

const origin = 'https://shop.example'
const order = `${origin}/order-tracking?id=7`

type Window = {
  url: string
  focus: () => Promise<Window>
  navigate: (to: string) => Promise<unknown>
  postMessage: (message: unknown, ports: MessagePort[]) => void
}

const opened: string[] = []
const focused: string[] = []
let windows: Window[] = []

/** A window of the store; one that another worker controls cannot be navigated. */
function windowAt(
  path: string,
  { isMovable = true, mayLeave = true as boolean | null } = {},
): Window {
  const openWindow: Window = {
    url: origin + path,
    focus: async () => {
      focused.push(openWindow.url)
      return openWindow
    },
    navigate: async (to) => {
      if (!isMovable) throw new TypeError('Not the active worker of this window')
      openWindow.url = to
      return openWindow
    },
    postMessage: (message, [port]) => {
      expect(message).toEqual({ type: 'get-may-leave' })
      if (mayLeave !== null) port?.postMessage(mayLeave)
    },
  }
  return openWindow
}

async function tap(url?: string) {
  const close = vi.fn()
  await openNotification({ notification: { data: url, close } } as unknown as NotificationEvent)
  expect(close).toHaveBeenCalledOnce()
}

beforeEach(() => {
  const matchAll = async (options: object) => {
    expect(options).toEqual({ type: 'window', includeUncontrolled: true })
    return windows
  }
  const openWindow = async (url: string) => void opened.push(url)
  vi.stubGlobal('self', { clients: { matchAll, openWindow } })
})
afterEach(() => {
  windows = []
  opened.length = focused.length = 0
})

test('a tap focuses a window that already shows the page [pwa.9]', async () => {
  windows = [windowAt('/wishlist'), windowAt('/order-tracking?id=7')]

  await tap(order)

  expect(focused).toEqual([order])
  expect(opened).toEqual([])
  expect(windows.map(({ url }) => url)).toEqual([`${origin}/wishlist`, order])
})

test('otherwise it navigates the window used last [pwa.9]', async () => {
  windows = [windowAt('/wishlist'), windowAt('/')]

  await tap(order)

  expect(windows.map(({ url }) => url)).toEqual([order, `${origin}/`])
  expect(opened).toEqual([])
})

test.each(['/cart', '/checkout', '/checkout?step=2'])(
  'a window at %s is not navigated [pwa.9] [pwa.8]',
  async (path) => {
    windows = [windowAt(path)]

    await tap(order)

    expect(windows.map(({ url }) => url)).toEqual([origin + path])
    expect(focused).toEqual([])
    expect(opened).toEqual([order])
  },
)

test('of windows with a bag and a list the list is navigated [pwa.9]', async () => {
  windows = [windowAt('/cart'), windowAt('/collections')]

  await tap(order)

  expect(windows.map(({ url }) => url)).toEqual([`${origin}/cart`, order])
})

test.each([false, null])(
  'a window with unsaved input or without a response is not navigated (%s) [pwa.9]',
  async (mayLeave) => {
    windows = [windowAt('/myaccount/profile', { mayLeave })]

    await tap(order)

    expect(windows.map(({ url }) => url)).toEqual([`${origin}/myaccount/profile`])
    expect(opened).toEqual([order])
  },
)

test('a new window opens if none can be navigated [pwa.9]', async () => {
  await tap(order)
  windows = [windowAt('/', { isMovable: false })]
  await tap(order)

  expect(opened).toEqual([order, order])
})

test('a notification without a URL opens the store [pwa.9]', async () => {
  await tap()

  expect(opened).toEqual(['/'])
})
