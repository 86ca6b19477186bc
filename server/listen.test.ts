import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

import { listenProblem } from './listen.ts'

test('a port in use is named, with what to do about it', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [
    NodeJS.ErrnoException,
  ]

  expect(listenProblem(error, port)).toBe(
    `Another program uses port ${port}. Stop it, or choose another port with PORT.`,
  )
  first.close()
})

test('a host of another machine is named as the setting HOST', async () => {
  const [error] = (await once(createServer().listen(0, '192.0.2.1'), 'error')) as [
    NodeJS.ErrnoException,
  ]

  expect(listenProblem(error, 3000)).toContain('HOST')
})
