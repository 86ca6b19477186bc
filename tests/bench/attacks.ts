import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'

import { rawConnection } from '#tests/support/server/rawRequest.ts'
import { type BenchBuyer, createReadyBuyers, fillStock } from './benchBuyers.ts'
import type { BenchStore } from './benchStore.ts'

const idleUploads = 10
const searchConnections = 300
const attackSeconds = 20
const pauseMs = 250
/** More than needed: an order and a login at most every `pauseMs`. */
const buyersPerAttack = (attackSeconds * 1000) / pauseMs

/** Response times of other customers during an attack, in ms. */
type CustomerTimes = { verifyMs: number[]; orderMs: number[]; refused: number }

/**
 * Measures OTP verification and an order in three situations: without other load, while ten
 * customers have started to send a return photo and do not continue, and while 300 connections
 * request search pages never requested before.
 */
export async function measureAttacks(store: BenchStore, kind: string): Promise<object[]> {
  await fillStock(store.db)
  const rows: object[] = []
  const measureDuring = async (attack: string, prepare: Attack) => {
    const buyers = await createReadyBuyers(store.background, buyersPerAttack)
    const [startedMs, cpuBeforeMs] = [performance.now(), store.cpuMs()]
    const { isOver, end } = await prepare(store)
    const times = await shopUntil(store, buyers, isOver)
    const cpuShare = (store.cpuMs() - cpuBeforeMs) / (performance.now() - startedMs)
    const load = Math.round(loadavg()[0] ?? 0)
    const measured = { ...summarize(times), cpuShare: Number(cpuShare.toFixed(2)), load }
    rows.push({ kind, attack, ...measured, ...(await end()) })
  }
  await measureDuring('none', noAttack)
  await measureDuring(`${idleUploads} idle uploads`, idleUploadAttack)
  await measureDuring(`${searchConnections} search pages`, searchPageAttack)
  return rows
}

type Attack = (store: BenchStore) => Promise<{ isOver: () => boolean; end: () => Promise<object> }>

const afterSeconds = () => {
  const endsMs = performance.now() + attackSeconds * 1000
  return () => performance.now() > endsMs
}

const noAttack: Attack = async () => ({ isOver: afterSeconds(), end: async () => ({}) })

/** Announces photos, sends the first byte of each and nothing more. */
const idleUploadAttack: Attack = async (store) => {
  const senders = await createReadyBuyers(store.background, idleUploads)
  const connections = await Promise.all(
    senders.map(async ({ headers }) => {
      const connection = await rawConnection(store.origin)
      connection.writeHead({
        method: 'POST',
        path: '/api/orders/return-photos',
        headers: {
          Authorization: headers.Authorization ?? '',
          'Idempotency-Key': randomUUID(),
          'Content-Type': 'image/jpeg',
          'Content-Length': 100_000,
        },
      })
      connection.write(new Uint8Array([0xff]))
      return connection
    }),
  )
  await pause(1000)
  const end = async () => {
    for (const connection of connections) connection.close()
    return {}
  }
  return { isOver: afterSeconds(), end }
}

const searchPageAttack: Attack = async (store) => {
  const attack = autocannon({
    url: store.origin,
    connections: searchConnections,
    duration: attackSeconds,
    // A function, because all connections would send the requests of a list in the same order.
    requests: [
      { setupRequest: (request) => ({ ...request, path: `/search?q=kurta+${randomUUID()}` }) },
    ],
  })
  const end = async () => {
    const { statusCodeStats, errors } = await attack
    const counts = Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [
      status,
      count,
    ])
    return { ...(Object.fromEntries(counts) as object), broken: errors }
  }
  return { isOver: afterSeconds(), end }
}

/** Customers log in and order one after the other. */
async function shopUntil(
  store: BenchStore,
  buyers: BenchBuyer[],
  isOver: () => boolean,
): Promise<CustomerTimes> {
  const customerTimes: CustomerTimes = { verifyMs: [], orderMs: [], refused: 0 }
  const timeCall = async (times: number[], send: () => Promise<boolean>) => {
    const startedMs = performance.now()
    if (!(await send())) customerTimes.refused += 1
    times.push(performance.now() - startedMs)
  }
  for (const buyer of buyers) {
    if (isOver()) break
    const verify = await prepareVerification(store)
    await timeCall(customerTimes.verifyMs, verify)
    await timeCall(customerTimes.orderMs, () =>
      send(store, 'cart/checkout', { body: buyer.order, headers: buyer.headers }),
    )
    await pause(pauseMs)
  }
  return customerTimes
}

let phones = 0

/** Requests an OTP, which demo mode shows in its inbox. */
async function prepareVerification(store: BenchStore): Promise<() => Promise<boolean>> {
  const contactNumber = String(7_000_000_000 + ++phones)
  await send(store, 'user/login', { body: { contactNumber } })
  const inbox = await fetch(`${store.origin}/dev/inbox?phone=${contactNumber}`, {
    headers: { Accept: 'application/json' },
  })
  const [newest] = (await inbox.json()) as { otp?: string }[]
  return () => send(store, 'user/verify-otp', { body: { contactNumber, otp: newest?.otp ?? '' } })
}

async function send(
  store: BenchStore,
  path: string,
  { body, headers = {} }: { body: object; headers?: Record<string, string> },
): Promise<boolean> {
  const response = await fetch(`${store.origin}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.ok
}

function summarize({ verifyMs, orderMs, refused }: CustomerTimes) {
  return {
    orders: orderMs.length,
    refused,
    verifyP50Ms: percentile(verifyMs, 0.5),
    verifyMaxMs: percentile(verifyMs, 1),
    orderP50Ms: percentile(orderMs, 0.5),
    orderMaxMs: percentile(orderMs, 1),
  }
}

function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN)
}
