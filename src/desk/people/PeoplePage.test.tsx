import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import type { HistoryEntry, ListedPerson, StaffSession } from '#contract/staff/people.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { texts as uiTexts } from '#desk/ui/texts.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'
import { texts } from './texts.ts'

const vijayNagar = { id: 'vn', name: 'Vijay Nagar' }
const annapurna = { id: 'an', name: 'Annapurna' }
const ravi: ListedPerson = {
  ...{ id: 'ravi', name: 'Ravi Sahu', role: 'rider', contactNumber: '9876500001' },
  ...{ warehouses: [vijayNagar], isActive: true, deviceCount: 1, hasPasskey: false },
  lastUsedAt: '2026-11-24T06:30:00.000Z',
}
const anita: ListedPerson = { ...ravi, id: 'anita', name: 'Anita Rao', role: 'owner' }

function servePeople(handlers: Parameters<typeof stubDeskServer>[0] = {}) {
  return stubDeskServer({
    'GET /api/staff/me': () => succeed({ ...person, warehouses: [] }),
    'GET /api/staff/people': () => succeed({ data: [anita, ravi] }),
    'GET /api/staff/warehouses': () => succeed({ data: [vijayNagar, annapurna] }),
    ...handlers,
  })
}

function openPage(path: string) {
  history.replaceState(null, '', `/desk${path}`)
  render(<Desk />)
  return userEvent.setup()
}

beforeEach(() => saveSession({ token, person: { ...person, warehouses: [] } }))

const sessions: StaffSession[] = [
  {
    ...{ id: 'phone', device: 'Chrome on Android', isThisOne: false },
    ...{ createdAt: '2026-11-17T06:30:00.000Z', lastUsedAt: '2026-11-23T06:30:00.000Z' },
  },
  {
    ...{ id: 'laptop', device: 'Edge on Windows', isThisOne: false },
    ...{ createdAt: '2026-11-03T06:30:00.000Z', lastUsedAt: '2026-11-04T06:30:00.000Z' },
  },
]

describe('the devices of a person', () => {
  /** Opens the dialog of a person who is logged in twice. */
  async function openDevices() {
    let open = sessions
    servePeople({
      'GET /api/staff/people/ravi/sessions': () => succeed({ data: open }),
      'DELETE /api/staff/sessions/laptop': () => {
        open = open.filter(({ id }) => id !== 'laptop')
        return succeed({})
      },
      'DELETE /api/staff/people/ravi/sessions': () => {
        open = []
        return succeed({})
      },
    })
    const user = openPage('/people')
    await user.click(await screen.findByRole('button', { name: texts.change('Ravi Sahu') }))
    return { user, devices: within(await screen.findByRole('region', { name: 'Devices' })) }
  }

  test('are listed in the dialog, and one can be logged out of [staff.2]', async () => {
    const { user, devices } = await openDevices()
    await user.click(await devices.findByRole('button', { name: 'Log out of Edge on Windows' }))
    expect(await devices.findByText('Edge on Windows is logged out.')).toBeVisible()
    await waitFor(() => expect(devices.queryByText('Edge on Windows')).toBeNull())
    expect(devices.getByText('Chrome on Android')).toBeVisible()
  })

  test('can all be logged out of at once [staff.2]', async () => {
    const { user, devices } = await openDevices()
    await user.click(await devices.findByRole('button', { name: 'Log out of all devices' }))
    expect(await devices.findByText('Ravi Sahu is logged out everywhere.')).toBeVisible()
    expect(await devices.findByText('Not logged in on any device.')).toBeVisible()
  })

  test('can be logged out of where only a passkey is left, as on a lost phone [staff.2]', async () => {
    const sent = servePeople({
      'GET /api/staff/people': () => succeed({ data: [{ ...ravi, hasPasskey: true }] }),
      'GET /api/staff/people/ravi/sessions': () => succeed({ data: [] }),
      'DELETE /api/staff/people/ravi/sessions': () => succeed({}),
    })
    const user = openPage('/people')
    await user.click(await screen.findByRole('button', { name: texts.change('Ravi Sahu') }))
    const devices = within(await screen.findByRole('region', { name: 'Devices' }))
    expect(await devices.findByText(texts.personDevices.passkeysToo)).toBeVisible()
    await user.click(devices.getByRole('button', { name: 'Log out of all devices' }))
    await waitFor(() =>
      expect(sent.map(({ call }) => call)).toContain('DELETE /api/staff/people/ravi/sessions'),
    )
  })

  test('that cannot be read or ended are said [staff.2]', async () => {
    let isDown = true
    servePeople({
      'GET /api/staff/people/ravi/sessions': () =>
        isDown ? refuse('unexpected', 500, 'Unexpected') : succeed({ data: sessions }),
      'DELETE /api/staff/sessions/phone': () => refuse('unavailable', 503, 'The store is busy.'),
    })
    const user = openPage('/people')
    await user.click(await screen.findByRole('button', { name: texts.change('Ravi Sahu') }))
    const devices = within(await screen.findByRole('region', { name: 'Devices' }))
    expect(await devices.findByRole('alert')).toHaveTextContent('Unexpected')
    isDown = false
    await user.click(devices.getByRole('button', { name: frameTexts.tryAgain }))
    await user.click(await devices.findByRole('button', { name: 'Log out of Chrome on Android' }))
    expect(await devices.findByText('The store is busy.')).toBeVisible()
  })
})

describe('the page of the staff', () => {
  test('a manager changes people below, not owners [staff.2] [staff.3]', async () => {
    servePeople()
    openPage('/people')
    expect(await screen.findByRole('button', { name: texts.change('Ravi Sahu') })).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.change('Anita Rao') })).toBeNull()
  })

  test('a manager of one warehouse changes nobody who works for others too [staff.2] [staff.3]', async () => {
    act(() => saveSession({ token, person: { ...person, warehouses: [vijayNagar] } }))
    const both: ListedPerson = {
      ...ravi,
      ...{ id: 'both', name: 'Deepak Yadav', warehouses: [vijayNagar, annapurna] },
    }
    servePeople({
      'GET /api/staff/me': () => succeed({ ...person, warehouses: [vijayNagar] }),
      'GET /api/staff/people': () => succeed({ data: [both, ravi] }),
    })
    openPage('/people')
    expect(await screen.findByRole('button', { name: texts.change('Ravi Sahu') })).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.change('Deepak Yadav') })).toBeNull()
  })

  test('the focus begins at the name, and goes back to what opened the dialog [a11y.1] [staff.2]', async () => {
    servePeople()
    const user = openPage('/people')
    const button = await screen.findByRole('button', { name: texts.change('Ravi Sahu') })
    await user.click(button)
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByLabelText(texts.fields.name)).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  test('a person is added; what the server refuses is said at its field [staff.2]', async () => {
    let isRefused = true
    const problem = 'Choose the warehouses this person works for'
    const sent = servePeople({
      'POST /api/staff/people': () =>
        isRefused
          ? Response.json(
              { success: false, code: 'invalid', msg: problem, fields: { warehouseIds: problem } },
              { status: 400, headers: { 'x-api': '1' } },
            )
          : succeed(person),
    })
    const user = openPage('/people')
    await user.click(await screen.findByRole('button', { name: texts.add }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(texts.fields.name), 'Deepak Yadav')
    await user.type(dialog.getByLabelText(texts.fields.phone), '98260 11111')
    await user.click(dialog.getByRole('button', { name: texts.add }))
    expect(await dialog.findByText(problem)).toBeVisible()

    isRefused = false
    await user.click(await dialog.findByRole('checkbox', { name: 'Annapurna' }))
    await user.click(dialog.getByRole('button', { name: texts.add }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.findLast(({ call }) => call === 'POST /api/staff/people')?.body).toEqual({
      ...{ name: 'Deepak Yadav', contactNumber: '98260 11111', role: 'packer' },
      warehouseIds: ['an'],
    })
  })

  test('a person who leaves can no longer log in; why the server refuses it is said [staff.2]', async () => {
    const refusal = 'Ravi Sahu still has orders, such as PEH-KAB55N.'
    const sent = servePeople({
      'PATCH /api/staff/people/ravi': () => refuse('not_allowed_now', 409, refusal),
    })
    const user = openPage('/people')
    await user.click(await screen.findByRole('button', { name: texts.change('Ravi Sahu') }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('checkbox', { name: texts.isActive }))
    await user.click(dialog.getByRole('button', { name: uiTexts.save }))
    expect(await dialog.findByText(refusal)).toBeVisible()
    expect(sent.at(-1)?.body).toEqual({
      ...{ name: 'Ravi Sahu', role: 'rider', warehouseIds: ['vn'], isActive: false },
    })
  })

  test('says that it could not be loaded, and tries again [staff.2]', async () => {
    let isDown = true
    servePeople({
      'GET /api/staff/people': () =>
        isDown ? refuse('unexpected', 500, 'Unexpected') : succeed({ data: [ravi] }),
    })
    const user = openPage('/people')
    expect(await screen.findByText(texts.couldNotLoad)).toBeVisible()
    isDown = false
    await user.click(screen.getByRole('button', { name: frameTexts.tryAgain }))
    expect(await screen.findByText('Ravi Sahu')).toBeVisible()
  })
})

const entry: HistoryEntry = {
  ...{ id: '2', at: '2026-11-24T06:30:00.000Z', by: 'Meera Kulkarni', role: 'manager' },
  ...{ subject: 'order', name: 'PEH-KAB55N', action: 'gave a refund' },
  before: { item: 'Block kurti', refundedPaise: 0 },
  after: { item: 'Block kurti', refundedPaise: 150_00, reason: 'late' },
}

test('the history shows who, when, what, before and after, and older entries on demand [staff.4]', async () => {
  const pages = [entry, { ...entry, id: '1' }]
  stubDeskServer({
    'GET /api/staff/history': () => succeed({ data: [pages.shift()], cursor: '2' }),
  })
  const user = openPage('/history')
  const row = (await screen.findByText('PEH-KAB55N')).closest('tr')
  expect(row).toHaveTextContent('Meera Kulkarni')
  expect(row).toHaveTextContent('gave a refund')
  expect(row).toHaveTextContent('refunded: ₹0.00→ ₹150.00')
  expect(row).toHaveTextContent('reason: late delivery')
  // What was not changed is not struck through.
  expect(row).toHaveTextContent('item: Block kurti')
  expect(within(row as HTMLElement).getByText('Block kurti').tagName).toBe('SPAN')
  await user.click(screen.getByRole('button', { name: texts.more }))
  await waitFor(() => expect(screen.getAllByText('PEH-KAB55N')).toHaveLength(2))
})
