import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { openConnection } from './client/connect.ts'
import { isUnreachable, waitForDatabase } from './waitForDatabase.ts'

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('a database that does not answer is recognised behind the errors of the libraries [ops.2]', async () => {
  const { db, close } = openConnection(`postgres://nobody@127.0.0.1:${await unusedPort()}/none`)

  const error: unknown = await db.execute(sql`select 1`).catch((thrown: unknown) => thrown)
  await close()

  expect(isUnreachable(error)).toBe(true)
  const missing = (syscall: string) => Object.assign(new Error('gone'), { code: 'ENOENT', syscall })
  expect([isUnreachable(missing('connect')), isUnreachable(missing('open'))]).toEqual([true, false])
  expect(isUnreachable(new Error('syntax error at or near "selct"'))).toBe(false)
})

const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

test('a database that starts late is waited for, and said once [ops.2]', async () => {
  let tries = 0
  const onWait = vi.fn()
  const work = async () => {
    if (++tries < 2) throw refused()
    return 'open'
  }

  expect(await waitForDatabase(work, { onWait })).toBe('open')
  expect(onWait).toHaveBeenCalledTimes(1)
})

test('a database that stays away, and any other fault, end the wait [ops.2]', async () => {
  const onWait = vi.fn()

  await expect(
    waitForDatabase(() => Promise.reject(refused()), { limitMs: 20, onWait }),
  ).rejects.toThrow('refused')
  const fault = vi.fn(() => Promise.reject(new Error('permission denied')))
  await expect(waitForDatabase(fault, { onWait })).rejects.toThrow('permission denied')
  expect(fault).toHaveBeenCalledTimes(1)
})
