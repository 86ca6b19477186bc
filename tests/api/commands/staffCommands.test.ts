import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import type { ListedPerson } from '#contract/staff/people.ts'
import { deliveryAgents } from '#server/database/schema/orders.ts'
import { staff, staffHistory, staffSessions } from '#server/database/schema/staff.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { commandStore } from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { aPhone, createWarehouses } from '#tests/support/shopper/givens.ts'

const store = commandStore()

const add = (phone: string, role: string, ...more: string[]) =>
  runStoreCommand('staff', 'add', '--name', 'Anita Rao', '--phone', phone, '--role', role, ...more)

const personOf = async (phone: string) =>
  (await runStoreCommand('staff', 'list', '--json'))
    .json<ListedPerson[]>()
    .find(({ contactNumber }) => contactNumber === phone)

const historyOf = (id = '') =>
  store.db
    .select()
    .from(staffHistory)
    .where(eq(staffHistory.subjectId, id))
    .orderBy(staffHistory.id)

describe('store staff', () => {
  test('adds the first owner, with the command line as author in the history [staff.2] [staff.4] [ops.1]', async () => {
    const phone = aPhone()

    const added = await add(`+91 ${phone}`, 'owner', '--json')

    expect(added).toMatchObject({ code: 0, err: '' })
    expect(added.json()).toMatchObject({
      ...{ name: 'Anita Rao', contactNumber: phone, role: 'owner', warehouses: [] },
      ...{ isActive: true, lastUsedAt: null, deviceCount: 0 },
    })
    const person = await personOf(phone)
    expect(await historyOf(person?.id)).toMatchObject([
      { by: 'Command line', role: null, staffId: null, action: 'added', after: { role: 'owner' } },
    ])
    const again = await add(phone, 'manager')
    expect(again).toMatchObject({
      ...{ code: 1, out: '', err: 'Somebody on the staff already has this phone number.' },
    })
  })

  test('adds a rider, whom customers see as delivery agent, with their warehouses [staff.2] [ops.1]', async () => {
    await createWarehouses(store.db)
    const phone = aPhone()
    expect(await add(phone, 'rider')).toMatchObject({
      ...{ code: 1, err: 'Choose the warehouses this person works for.' },
    })
    expect(await add(phone, 'rider', '--warehouse', 'nowhere')).toMatchObject({
      ...{ code: 1, err: 'There’s no such warehouse.' },
    })

    const added = await add(phone, 'rider', '--warehouse', 'indore,pune')

    expect(added.out).toMatch(
      new RegExp(`^Anita Rao +${phone} +rider +indore, pune +active +not logged in$`),
    )
    const agents = store.db.select().from(deliveryAgents)
    expect(await agents.where(eq(deliveryAgents.contactNumber, phone))).toMatchObject([
      { name: 'Anita Rao', isActive: true },
    ])
  })

  test('changes, disables and enables a person; sessions end at once [staff.2] [staff.4] [ops.1]', async () => {
    await createWarehouses(store.db)
    const phone = aPhone()
    await add(phone, 'support')
    const { id = '' } = (await personOf(phone)) ?? {}
    await openStaffSession(store.db, id, 'Chrome on Android')
    const change = (...words: string[]) => runStoreCommand('staff', 'change', phone, ...words)

    const changed = await change('--role', 'packer', '--warehouse', 'pune', '--name', 'Anita Das')
    expect(changed).toMatchObject({ code: 0, err: '' })
    expect(await personOf(phone)).toMatchObject({
      ...{ name: 'Anita Das', role: 'packer', warehouses: [{ id: 'pune' }], deviceCount: 1 },
    })
    expect((await change('--disable', '--json')).json()).toMatchObject({ isActive: false })
    expect(await store.db.$count(staffSessions, eq(staffSessions.staffId, id))).toBe(0)
    expect((await change('--enable')).out).toContain('active')
    expect((await change('--role', 'manager', '--all-warehouses')).out).toContain('all warehouses')
    const entries = await historyOf(id)
    expect(entries.map(({ action }) => action)).toEqual([
      ...['added', 'changed', 'disabled', 'enabled', 'changed'],
    ])
    expect(entries[1]).toMatchObject({
      before: { name: 'Anita Rao', role: 'support', warehouseIds: [] },
      after: { name: 'Anita Das', role: 'packer', warehouseIds: ['pune'] },
    })
  })

  test('keeps the last owner [staff.2]', async () => {
    await store.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.role, 'owner'))
    const phone = aPhone()
    await add(phone, 'owner')

    expect(await runStoreCommand('staff', 'change', phone, '--disable')).toMatchObject({
      ...{ code: 1, err: 'The store needs an owner. Add another one first.' },
    })
  })

  test.for([
    [['add', '--name', 'Anita Rao', '--phone', '6000010201'], 2],
    [['add', '--name', 'Anita Rao', '--phone', '12', '--role', 'owner'], 2],
    [['add', '--name', 'Anita Rao', '--phone', '6000010201', '--role', 'boss'], 2],
    [['change', '6000010201'], 2],
    [['change', '6000010201', '--enable', '--disable'], 2],
    [['change', '6000010299', '--disable'], 1],
  ] as const)('refuses mistakes with a message: %j [ops.1]', async ([words, code]) => {
    const ran = await runStoreCommand('staff', ...words)

    expect(ran).toMatchObject({ code, out: '' })
    expect(ran.err).not.toBe('')
  })
})
