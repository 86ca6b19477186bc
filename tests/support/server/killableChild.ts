import { listen } from '#server/listen.ts'
import { openPayments, openStore } from '#server/openStore.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { withFaults } from '#tests/support/faults/faultRoutes.ts'

/**
 * Runs `storeChild` with a clock that is ahead by a given time, and can be killed at a statement.
 */
process.once('disconnect', () => process.exit())
const laterMs = Number(process.env.LATER_MS)
setClock(() => new Date(Date.now() + laterMs))

const store = await openStore()
const { db } = store.database
const { provider } = await openPayments(store.settings, db)
const app = withFaults(store.app, db, provider)
process.send?.(await listen({ ...store, app }))
