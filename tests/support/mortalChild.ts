import { Hono } from 'hono'

import { listen } from '#server/listen.ts'
import { openPayments } from '#server/openPayments.ts'
import { openStore } from '#server/openStore.ts'
import type { StoreEnv } from '#server/platform/answers.ts'
import { setClock } from '#server/platform/clock.ts'
import { faultRoutes } from './faultRoutes.ts'
import { watchStatements } from './watchStatements.ts'

/** As `storeChild`, so much later than it is, and dies over a call that says after which statement. */
process.once('disconnect', () => process.exit())
const laterMs = Number(process.env.LATER_MS)
setClock(() => new Date(Date.now() + laterMs))

const store = await openStore()
const { db } = store.database
const { provider } = await openPayments(store.settings, db)
const app = new Hono<StoreEnv>()
  .use((c, next) => {
    const fatal = Number(c.req.header('x-dies-after'))
    const die = ({ nth }: { nth: number }) => {
      if (nth === fatal) process.kill(process.pid, 'SIGKILL')
    }
    return fatal > 0 ? watchStatements(die, next) : next()
  })
  .route('/', faultRoutes(db, provider))
  .route('/', store.app)
process.send?.(await listen({ ...store, app }))
