import { fireEvent, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { usePrefetchOnIntent } from './DeferredShell.tsx'

function Page({ id }: { id: string }) {
  usePrefetchOnIntent()
  return <a href={`/products/${id}`}>It</a>
}

let requests: string[] = []

/** A finger touches a link to it; what follows from that comes after the next frame. */
async function touch(id: string): Promise<void> {
  const { unmount } = render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Page id={id} />
    </SWRConfig>,
  )
  fireEvent.pointerDown(screen.getByRole('link'))
  await new Promise(requestAnimationFrame)
  await new Promise((resolve) => setTimeout(resolve))
  unmount()
}

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname)
    return Response.json({ success: false }, { status: 404 })
  })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
  vi.unstubAllGlobals()
})

test('nothing is prefetched while responses take long [pwa.15]', async () => {
  observe({ kind: 'response', status: 200, isOurs: true, isSlow: true, at: Date.now() })
  await touch('dear-saree')
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 })
  await touch('saree')

  await expect.poll(() => requests).toContain('/api/products/saree')
  expect(requests).not.toContain('/api/products/dear-saree')
})

test.each([
  { id: 'red-kurta', connection: { saveData: true } },
  { id: 'blue-kurta', connection: { effectiveType: '2g' } },
])(
  'the target of a link is prefetched while the finger is down, but not with $connection [pwa.15]',
  async ({ id, connection }) => {
    Object.assign(navigator, { connection })
    await touch(`dear-${id}`)
    Reflect.deleteProperty(navigator, 'connection')
    await touch(id)

    await expect.poll(() => requests).toContain(`/api/products/${id}`)
    expect(requests).not.toContain(`/api/products/dear-${id}`)
  },
)
