import { Command } from 'commander'
import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { users } from '#server/database/schema/users.ts'
import { eraseUser } from '#server/features/account/eraseUser.ts'
import { exportUser } from '#server/features/account/exportUser.ts'
import { type Yes, yesOption } from '#server/cli/terminal/commandOptions.ts'
import { confirm } from '#server/cli/terminal/confirm.ts'
import { print } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'

async function userId(db: Database, phone: string): Promise<string> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.contactNumber, phone.replace(/\D/g, '').slice(-10)))
  if (!user) throw new Error('Nobody has this number.')
  return user.id
}

const exportOne = new Command('export')
  .description('print everything the store holds about a user, as JSON')
  .argument('<phone>', 'their number')
  .action((phone: string) =>
    withStore(async ({ db }) => {
      print(JSON.stringify(await exportUser(db, await userId(db, phone)), null, 2))
    }),
  )

const erase = new Command('erase')
  .description('end an account: orders stay without the person, all else goes')
  .argument('<phone>', 'their number')
  .option(...yesOption)
  .action((phone: string, options: Yes) =>
    withStore(async ({ db }) => {
      const id = await userId(db, phone)
      await confirm(`Erase the account of ${phone}?`, options)
      await eraseUser(db, id)
      print('The account is gone.')
    }),
  )

export const userCommand = new Command('user')
  .description('what the law gives a user')
  .addCommand(exportOne)
  .addCommand(erase)
