import { claimFolder } from '#server/database/embedded/dataFolder.ts'

/**
 * One of several processes that claim the same folder at the same moment. It keeps running after
 * its response, because a claim counts only while its owner runs: a slower process may take over from
 * one that has ended. It ends with the test.
 */
const [, , folder = ''] = process.argv

process.once('message', () => {
  process.send?.(claimFolder(folder) !== undefined)
})
process.once('disconnect', () => process.exit())
setInterval(() => {}, 60_000)
process.send?.('ready')
