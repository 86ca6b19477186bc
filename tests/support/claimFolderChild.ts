import { claimFolder } from '#server/database/claimFolder.ts'

/** One of several processes that want the same folder at the same moment. */
const [, , folder = ''] = process.argv

process.once('message', () => {
  process.send?.(claimFolder(folder) !== undefined)
})
process.send?.('ready')
