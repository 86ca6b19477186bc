import { listen } from '#server/listen.ts'
import { openStore } from '#server/openStore.ts'

/** The store in a process of its own, without pages. Tells its port; the environment sets it up. */
process.once('disconnect', () => process.exit())
const port = await listen(await openStore())
process.send?.(port)
