import { act } from '@testing-library/react'
import { Suspense, use } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import useSWR, { SWRConfig } from 'swr'
import { expect, test } from 'vitest'

import { createResponseCache } from './responseCache.ts'

test('a component that hydrates later is rendered once, with the response of the document', async () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let isServer = true
  let renderCount = 0
  const useName = () => useSWR<string>('name', { revalidateIfStale: false }).data
  const Header = () => useName()
  function Later() {
    if (!isServer) use(opened)
    renderCount += 1
    return useName()
  }
  const page = (
    <SWRConfig value={{ provider: () => createResponseCache({ name: 'Pehno' }) }}>
      <Header />
      <Suspense>
        <Later />
      </Suspense>
    </SWRConfig>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  isServer = false
  renderCount = 0

  await act(async () => hydrateRoot(root, page))
  await act(async () => open())

  expect(root.textContent).toBe('PehnoPehno')
  expect(renderCount).toBe(1)
})
