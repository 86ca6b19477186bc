import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'

type RenderOptions = {
  /** The URL at which it is rendered. */
  at?: string
  /**
   * The server's responses by path under `/api`: a result, or a whole response. A function gets the
   * path with its query.
   */
  responses?: Record<string, unknown | ((path: string) => unknown)>
}

/** Renders `node` inside the store's providers, with a server that knows these paths only. */
export function renderInStore(node: ReactNode, { at = '/', responses = {} }: RenderOptions = {}) {
  const requests: string[] = []
  const signals: AbortSignal[] = []
  let here = at
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (typeof request === 'string') {
      // Whether the store can be reached: yes, unless `healthz` throws.
      if (typeof responses.healthz === 'function') responses.healthz(request)
      return new Response(null, { headers: { 'x-api': '1' } })
    }
    const { pathname, search } = new URL(request.url)
    const path = pathname.replace('/api/', '')
    requests.push(path + search)
    signals.push(request.signal)
    const known = responses[path]
    if (known === undefined)
      return Response.json(missing, { status: 404, headers: { 'x-api': '1' } })
    const result: unknown = await (typeof known === 'function' ? known(path + search) : known)
    if (result instanceof Response) return result
    return Response.json({ success: true, result }, { headers: { 'x-api': '1' } })
  })
  function Address() {
    const { pathname, search } = useLocation()
    here = pathname + search
    return null
  }
  history.replaceState(null, '', at)
  render(
    <BrowserRouter>
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <Address />
        {node}
      </SWRConfig>
    </BrowserRouter>,
  )
  return { requests, signals, address: () => here }
}

const missing = { success: false, code: 'not_found', msg: 'Not here' }
