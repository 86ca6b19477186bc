import { listen } from '#server/listen.ts'
import { openStore } from '#server/openStore.ts'

/** The store in its own process, without pages. Prints its port; the environment configures it. */
process.once('disconnect', () => process.exit())
const port = await listen(await openStore())
process.send?.(port)
