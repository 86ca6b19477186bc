import { vi } from 'vitest'

import type { StaffRole } from '#contract/staff/roles.ts'
import type { BoardState, OrderMove } from '#contract/staff/orderMoves.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import type { RiderShift } from '#contract/staff/riders.ts'
import type { MoveOrder, Rider, StaffOrder } from '#contract/staff/board.ts'
import { type Answer, staffCalls } from '#tests/support/api/tests/staffTest.ts'
import type { startLiveStore } from '#tests/support/server/liveStore.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'

type LiveStore = Pick<Awaited<ReturnType<typeof startLiveStore>>, 'origin' | 'readOtp'>

export type LivePerson = {
  call: <Result>(method: string, path: string, body?: object) => Promise<Result>
  /** Sends a call that may be refused. */
  ask: ReturnType<typeof staffCalls>
  /** Makes moves from the state that the order is in. */
  move: (number: string, ...moves: (OrderMove | Omit<MoveOrder, 'from'>)[]) => Promise<void>
}

/** Logs a person of a live store's staff in with the OTP of a text message. */
export async function logInToDesk(
  { origin, readOtp }: LiveStore,
  phone: string,
): Promise<LivePerson> {
  const api = {
    request: (path: string | Request | URL, init?: RequestInit) =>
      fetch(`${origin}${String(path)}`, init),
  }
  const anonymous = async <Result>(path: string, body: object): Promise<Result> => {
    const response = await api.request(`/api/staff/${path}`, jsonRequest('POST', body))
    return resultOf(path, { status: response.status, body: await response.json() })
  }
  await anonymous('login', { contactNumber: phone })
  // It is sent after the answer, which is the same for an unknown number.
  const otp = await vi.waitUntil(() => readOtp(phone), { timeout: 10_000 })
  const { token, person } = await anonymous<{ token: string; person: StaffPerson }>('verify-otp', {
    ...{ contactNumber: phone, otp },
  })
  const ask = staffCalls(api, token)
  const call = async <Result>(method: string, path: string, body?: object) =>
    resultOf<Result>(path, await ask<Result>(method, path, body))

  /** Riders have a list of what they carry, and no order page. */
  const stateOf = async (number: string): Promise<BoardState> => {
    if (person.role !== 'rider') return (await call<StaffOrder>('GET', `/orders/${number}`)).state
    const { deliveries } = await call<RiderShift>('GET', '/deliveries')
    const delivery = deliveries.find((carried) => carried.number === number)
    if (!delivery) throw new Error(`${person.name} does not carry ${number}`)
    return delivery.state
  }

  return {
    ask,
    call,
    move: async (number, ...moves) => {
      let from = await stateOf(number)
      for (const move of moves) {
        const details = typeof move === 'string' ? { move } : move
        const path = `/orders/${number}/move`
        from = (await call<StaffOrder>('POST', path, { ...details, from })).state
      }
    },
  }
}

function resultOf<Result>(path: string, { status, body }: Answer<Result>): Result {
  if (status !== 200) throw new Error(`${path}: ${status} ${body.msg}`)
  return body.result
}

/** Adds a person through the desk, who then logs in. */
export async function hire(
  store: LiveStore,
  owner: LivePerson,
  person: { name: string; contactNumber: string; role: StaffRole },
): Promise<LivePerson> {
  await owner.call('POST', '/people', { ...person, warehouseIds: ['bhopal'] })
  return logInToDesk(store, person.contactNumber)
}

/** The id under which orders are handed to a rider. */
export async function riderIdOf(person: LivePerson, name: string): Promise<string> {
  const { data } = await person.call<{ data: Rider[] }>('GET', '/riders')
  return data.find((rider) => rider.name === name)?.id ?? ''
}
