import type { App } from '#server/app/api/createApp.ts'
import { hourMs, setClock } from '#server/platform/runtime/clock.ts'
import { loginFrom } from '#tests/support/api/tests/loginTest.ts'

const startedAt = Date.now()

/** The store's clock, in hours after the start of the tests. */
export function atHour(hour: number) {
  const time = new Date(startedAt + hour * hourMs)
  setClock(() => time)
}

type Flood = {
  turns: number
  phone: (turn: number) => string
  /** The header in which the proxy names the caller. */
  from: (turn: number) => string
  /** The hour of the start. */
  hour?: number
  /** The number of concurrent requests. */
  concurrency?: number
}

/** Requests OTPs for an hour. */
export async function otpFloodFrom(
  api: App,
  { turns, phone, from, hour = 0, concurrency = 10 }: Flood,
): Promise<void> {
  for (let turn = 0; turn < turns; turn += concurrency) {
    atHour(hour + turn / turns)
    await Promise.all(
      Array.from({ length: Math.min(concurrency, turns - turn) }, (_, beside) =>
        loginFrom(api, phone(turn + beside), from(turn + beside)),
      ),
    )
  }
}
