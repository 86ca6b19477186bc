import type { App } from '#server/app/api/createApp.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { loginFrom } from '#tests/support/api/loginTest.ts'

const hourMs = 60 * 60 * 1000
const begun = Date.now()

/** The store's clock stands so many hours after the tests began. */
export function atHour(hour: number) {
  const then = new Date(begun + hour * hourMs)
  setClock(() => then)
}

type Flood = {
  turns: number
  phone: (turn: number) => string
  /** What the proxy says of who asks. */
  from: (turn: number) => string
  /** Begins then. */
  hour?: number
  /** So many at the same moment. */
  atOnce?: number
}

/** Asks for codes all through one hour. */
export async function floodFrom(
  api: App,
  { turns, phone, from, hour = 0, atOnce = 10 }: Flood,
): Promise<void> {
  for (let turn = 0; turn < turns; turn += atOnce) {
    atHour(hour + turn / turns)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, turns - turn) }, (_, beside) =>
        loginFrom(api, phone(turn + beside), from(turn + beside)),
      ),
    )
  }
}
