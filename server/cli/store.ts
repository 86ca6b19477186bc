import { runStore } from './runStore.ts'

process.exitCode = await runStore(process.argv.slice(2))
