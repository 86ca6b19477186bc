import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { log } from '#server/platform/observability/log.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { isDiskFull, noteDiskFull } from './diskSpace.ts'

const start = new Date('2026-11-20T00:00:00Z').getTime()
const at = (ms: number) => setClock(() => new Date(start + ms))

const failure = (code: string) => Object.assign(new Error('could not extend file'), { code })
const full = failure('53100')

/** A database whose test write fails with this error, or succeeds and is rolled back. */
function databaseThat(error?: Error) {
  const state = { error }
  const transaction = vi.fn(async (work: (tx: object) => Promise<void>) =>
    work({ execute: async () => (state.error ? Promise.reject(state.error) : undefined) }),
  )
  return { db: { transaction } as unknown as Database, transaction, state }
}

beforeEach(() => at(0))
afterEach(() => setClock())

test('there is no test write until a write fails for lack of space [ops.2]', async () => {
  const { db, transaction } = databaseThat(full)

  expect(noteDiskFull(failure('23505'))).toBe(false)
  expect(noteDiskFull(new Error('broken'))).toBe(false)
  expect(noteDiskFull(undefined)).toBe(false)

  expect(await isDiskFull(db)).toBe(false)
  expect(transaction).not.toHaveBeenCalled()
})

test.for(['53100', 'ENOSPC'])(
  'after a write that failed with %s the disk is full until a test write succeeds, which happens at most once a second [ops.2]',
  async (code) => {
    const { db, transaction, state } = databaseThat(failure(code))
    expect(noteDiskFull(failure(code))).toBe(true)

    expect([await isDiskFull(db), await isDiskFull(db)]).toEqual([true, true])
    state.error = undefined
    at(999)
    expect(await isDiskFull(db)).toBe(true)
    expect(transaction).toHaveBeenCalledTimes(1)
    at(1000)
    expect(await isDiskFull(db)).toBe(false)
    expect(transaction).toHaveBeenCalledTimes(2)

    at(5000)
    expect(await isDiskFull(db)).toBe(false)
    expect(transaction).toHaveBeenCalledTimes(2)
  },
)

test('a test write that fails for another reason is logged, and the disk is not full [ops.2] [ops.3]', async () => {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  const broken = new Error('Connection lost')
  noteDiskFull(full)

  expect(await isDiskFull(databaseThat(broken).db)).toBe(false)

  expect(warned).toHaveBeenCalledExactlyOnceWith({ err: broken }, 'The test write failed')
})

test('a write that fails just after the disk was free is followed by a test write [ops.2]', async () => {
  const warned = vi.spyOn(log, 'warn')
  noteDiskFull(full)
  expect(await isDiskFull(databaseThat().db)).toBe(false)
  expect(warned).not.toHaveBeenCalled()
  const { db, state } = databaseThat(full)

  noteDiskFull(full)

  expect(await isDiskFull(db)).toBe(true)
  state.error = undefined
  at(1000)
  expect(await isDiskFull(db)).toBe(false)
})

test('a clock that was set back does not keep the disk full [ops.2]', async () => {
  const { db, state } = databaseThat(full)
  noteDiskFull(full)
  expect(await isDiskFull(db)).toBe(true)
  state.error = undefined

  at(-60_000)

  expect(await isDiskFull(db)).toBe(false)
})
