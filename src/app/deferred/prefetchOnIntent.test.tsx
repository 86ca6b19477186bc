import { fireEvent, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { usePrefetchOnIntent } from './DeferredShell.tsx'

function Page({ id }: { id: string }) {
  usePrefetchOnIntent()
  return <a href={`/products/${id}`}>It</a>
}

let requests: string[] = []

/** A finger touches a link to it. */
function touch(id: string): void {
  const { unmount } = render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Page id={id} />
    </SWRConfig>,
  )
  fireEvent.pointerDown(screen.getByRole('link'))
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

test.each([
  { id: 'red-kurta', connection: { saveData: true } },
  { id: 'blue-kurta', connection: { effectiveType: '2g' } },
])(
  'the target of a link is prefetched while the finger is down, but not with $connection',
  async ({ id, connection }) => {
    Object.assign(navigator, { connection })
    touch(`dear-${id}`)
    Reflect.deleteProperty(navigator, 'connection')
    touch(id)

    await expect.poll(() => requests).toContain(`/api/products/${id}`)
    expect(requests).not.toContain(`/api/products/dear-${id}`)
  },
)
