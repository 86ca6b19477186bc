import { expect, test } from 'vitest'

import { staffHistory } from '#server/database/schema/staff.ts'
import {
  commandStore,
  type Ordered,
  placePrepaidOrder,
  runSteps,
} from '#tests/support/api/tests/commandTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { aRider } from '#tests/support/api/tests/staffTest.ts'

const store = commandStore()

async function askForReturn({ buyer, orderId }: Ordered) {
  const order = await store.api.request(`/api/orders/${orderId}`, withToken(buyer.token))
  const { result } = (await order.json()) as { result: { products: { _id: string }[] } }
  const returnData = result.products.map(({ _id }) => ({
    ...{ orderItemId: _id, returnReason: 'Quality issue', returnPhotos: [] },
  }))
  const body = { orderId, returnData, action: 'returnProduct' }
  await store.api.request('/api/orders/return', withToken(buyer.token, 'PATCH', body))
}

test('store pickup gives a return to a rider and lists it; every step is in the history [rider.5] [ops.1] [staff.4]', async () => {
  const ordered = await placePrepaidOrder(store, undefined)
  const { number } = ordered
  await runSteps(number, 'send', 'on-the-way', 'delivered')
  const rider = await aRider(store.db, { name: 'Ravi Rao' })
  const assign = () =>
    runStoreCommand('pickup', 'assign', number, '--rider', `+91 ${rider.contactNumber}`)
  expect(await assign()).toMatchObject({
    code: 1,
    err: `Order ${number} has nothing to pick up.`,
  })
  await askForReturn(ordered)
  expect((await runStoreCommand('pickup', 'list')).out).toContain('no rider yet')
  const unknown = await runStoreCommand('pickup', 'assign', number, '--rider', '9800000000')
  expect(unknown.err).toBe('No delivery agent has this phone number.')

  const assigned = await assign()

  expect(assigned.out).toBe(`Ravi Rao fetches what is to be returned of order ${number}.`)
  expect((await runStoreCommand('pickup', 'list')).out).toContain('with Ravi Rao')
  const json = await runStoreCommand('pickup', 'list', '--json')
  expect(JSON.parse(json.out)).toMatchObject([{ number, items: [{ rider: { name: 'Ravi Rao' } }] }])
  await runStoreCommand('return', 'accept', number, '--yes')
  await runStoreCommand('return', 'received', number, '--yes')
  expect((await runStoreCommand('pickup', 'list')).out).toBe('0 orders.')
  const history = await store.db.select().from(staffHistory).orderBy(staffHistory.id)
  expect(history.slice(-3).map(({ action, by }) => `${by} ${action}`)).toEqual([
    'Command line gave the pick-up to a rider',
    'Command line accepted a return or exchange',
    'Command line received an item back',
  ])
})

test('store delivery proof shows and sets what riders need [rider.2] [ops.1]', async () => {
  expect((await runStoreCommand('delivery', 'proof')).out).toBe('Riders deliver without a proof.')

  const set = await runStoreCommand('delivery', 'proof', 'photo')

  expect(set.out).toBe('Riders deliver with a photo.')
  const shown = await runStoreCommand('delivery', 'proof', '--json')
  expect(JSON.parse(shown.out)).toEqual({ proof: 'photo' })
  expect((await runStoreCommand('delivery', 'proof', 'signature')).code).toBe(2)
})
