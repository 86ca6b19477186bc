import { Command } from 'commander'
import { and, asc, eq } from 'drizzle-orm'

import { complaints } from '#server/database/schema/support.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { print } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'

const list = new Command('list')
  .description('the complaints that wait for an answer, the oldest first')
  .action(() =>
    withStore(async ({ db }) => {
      const open = await db
        .select()
        .from(complaints)
        .where(eq(complaints.state, 'open'))
        .orderBy(asc(complaints.createdAt))
      for (const { ticket, createdAt, name, contactNumber, orderId, text } of open) {
        const of = orderId ? `, order ${orderId}` : ''
        print(
          `${ticket}  ${createdAt.toISOString()}  ${name.replaceAll('\n', ' ')}, ${contactNumber}${of}`,
        )
        print(`  ${text.replaceAll('\n', '\n  ')}`)
      }
      print(`${open.length} open.`)
    }),
  )

const answered = new Command('answered')
  .description('write down that a complaint was answered')
  .argument('<ticket>')
  .action((ticket: string) =>
    withStore(async ({ db }) => {
      const changed = await db
        .update(complaints)
        .set({ state: 'answered', answeredAt: clock.now() })
        .where(and(eq(complaints.ticket, ticket.toUpperCase()), eq(complaints.state, 'open')))
        .returning({ ticket: complaints.ticket })
      if (changed.length === 0) throw new Error('There is no open complaint with this ticket.')
      print(`${ticket} is answered.`)
    }),
  )

export const complaintCommand = new Command('complaint')
  .description('complaints and their tickets')
  .addCommand(list)
  .addCommand(answered)
