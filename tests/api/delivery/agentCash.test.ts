import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import type { CashHandover, CashSheet } from '#contract/staff/riders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  adminOrderOf,
  commandStore,
  placeCashOrder,
  runSteps,
} from '#tests/support/api/tests/commandTest.ts'
import { noon } from '#tests/support/api/tests/notificationTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

const store = commandStore()
beforeEach(() => setClock(() => noon))

test('the cash of an agent without an account is counted at the command line, and the sheet is empty [rider.4] [ops.1]', async () => {
  const { number } = await placeCashOrder(store)
  await runSteps(number, 'send', 'on-the-way', 'delivered')
  const { agent, totalPaise: due } = await adminOrderOf(number)
  const phone = agent?.contactNumber ?? ''
  type Cash = { sheets: CashSheet[]; handovers: CashHandover[] }
  const cash = async () => (await runStoreCommand('delivery', 'cash', '--json')).json<Cash>()
  expect((await cash()).sheets).toMatchObject([
    { rider: { name: agent?.name }, cashPaise: due, collected: [{ number, amountPaise: due }] },
  ])
  const receive = (amount: number, ...words: string[]) =>
    runStoreCommand(
      ...['delivery', 'receive-cash', '--phone', phone, '--amount', String(amount), ...words],
    )

  expect(await receive(due / 100 - 20)).toMatchObject({
    ...{ code: 1, err: 'Say why the amounts differ.' },
  })
  expect((await receive(due / 100 - 20, '--reason', 'No change')).code).toBe(0)

  const { sheets, handovers } = await cash()
  expect(sheets).toEqual([])
  expect(handovers).toMatchObject([
    {
      ...{ expectedPaise: due, countedPaise: due - 2000, receivedPaise: due - 2000 },
      ...{ reason: 'No change', receivedBy: 'Command line' },
    },
  ])
  expect(await receive(due / 100)).toMatchObject({
    ...{ code: 1, err: `${agent?.name} has no cash to hand over.` },
  })
  const history = await store.db
    .select({ action: staffHistory.action })
    .from(staffHistory)
    .where(eq(staffHistory.subject, 'cash'))
  expect(history.map(({ action }) => action)).toEqual(['handed over cash', 'received cash'])
})
