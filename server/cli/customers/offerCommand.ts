import { createHash } from 'node:crypto'
import { Command } from 'commander'

import { sendOffer } from '#server/features/notifications/sendOffer.ts'
import { print } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'

type Options = { path: string }

export const offerCommand = new Command('offer')
  .description('push an offer to who wants offers, never more often than they allow, nor at night')
  .argument('<title>', 'at most a few words')
  .argument('<body>', 'one sentence')
  .option('--path <path>', 'what a tap opens', '/')
  .action((title: string, body: string, { path }: Options) =>
    withStore(async ({ db }) => {
      if (!path.startsWith('/') || path.startsWith('//')) throw new Error('--path begins with /')
      const cause = createHash('sha256').update(`${title}\n${body}\n${path}`).digest('hex')
      const count = await sendOffer(db, { title, body, path, cause: cause.slice(0, 16) })
      print(`It goes to ${count} browsers.`)
    }),
  )
