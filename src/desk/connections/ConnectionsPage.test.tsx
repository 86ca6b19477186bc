import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { ApiKey, Webhook, WebhookDelivery } from '#contract/staff/connections.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { saveSession } from '#desk/app/session.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { texts } from './texts.ts'

const owner: StaffPerson = { ...person, role: 'owner', warehouses: [] }
const vijayNagar = { id: 'vn', name: 'Vijay Nagar' }
const erp: ApiKey = {
  ...{ id: 'erp', name: 'Stock system', role: 'packer', warehouses: [vijayNagar] },
  ...{ createdAt: '2026-11-01T06:30:00.000Z', expiresAt: '2027-01-30T06:30:00.000Z' },
  lastUsedAt: null,
}
const hook: Webhook = {
  ...{ id: 'hook', url: 'https://erp.example/hook', events: ['order.placed', 'stock.low'] },
  ...{ createdAt: '2026-11-01T06:30:00.000Z', deliveredAt: '2026-11-24T06:30:00.000Z' },
  ...{ failingSince: null, pausedAt: null },
}
const failed: WebhookDelivery = {
  ...{ id: 'd1', eventId: 'e1', event: 'order.placed', about: 'PEH-KAB55N', state: 'failed' },
  ...{ tries: 8, statusCode: 500, problem: 'The answer was 500' },
  ...{ createdAt: '2026-11-23T06:30:00.000Z', triedAt: '2026-11-24T06:30:00.000Z' },
  nextTryAt: null,
}
const waiting: WebhookDelivery = {
  ...failed,
  ...{ id: 'd2', eventId: 'e2', about: 'PEH-LMN22P', state: 'waiting', tries: 1 },
  nextTryAt: '2026-11-24T07:30:00.000Z',
}

const serve = (handlers: Parameters<typeof stubDeskServer>[0] = {}) =>
  stubDeskServer({
    'GET /api/staff/me': () => succeed(owner),
    'GET /api/staff/warehouses': () => succeed({ data: [vijayNagar] }),
    'GET /api/staff/keys': () => succeed({ data: [erp] }),
    'GET /api/staff/webhooks': () => succeed({ data: [hook] }),
    'GET /api/staff/webhooks/hook/deliveries': () =>
      succeed({ webhook: hook, data: [waiting, failed], cursor: null }),
    ...handlers,
  })

function open(path: string) {
  history.replaceState(null, '', `/desk${path}`)
  render(<Desk />)
  return userEvent.setup()
}

const dialog = async () => within(await screen.findByRole('dialog'))
const section = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => saveSession({ token, person: owner }))

describe('API keys', () => {
  test('are listed with role, warehouses, expiry and last use [staff.5]', async () => {
    serve()
    open('/connections')
    const row = (await screen.findByText('Stock system')).closest('tr')
    expect(row).toHaveTextContent('Packer')
    expect(row).toHaveTextContent('Vijay Nagar')
    expect(row).toHaveTextContent('30 Jan 2027')
    expect(row).toHaveTextContent('Not used yet')
  })

  test('a key is added with a role and warehouses, shown once, and copied [staff.5]', async () => {
    const sent = serve({ 'POST /api/staff/keys': () => succeed({ ...erp, key: 'pehno_abc' }) })
    const user = open('/connections')
    await user.click(await screen.findByRole('button', { name: texts.keys.add }))
    const form = await dialog()
    await user.type(form.getByLabelText(texts.keys.name), 'Stock system')
    await user.selectOptions(form.getByLabelText(texts.keys.role), 'packer')
    await user.click(await form.findByRole('checkbox', { name: 'Vijay Nagar' }))
    await user.click(form.getByRole('button', { name: texts.keys.add }))

    const shown = await screen.findByRole('dialog', { name: texts.keys.shown })
    expect(within(shown).getByRole('status', { name: texts.keys.label })).toHaveTextContent(
      'pehno_abc',
    )
    await user.click(within(shown).getByRole('button', { name: texts.copy }))
    expect(await within(shown).findByRole('button', { name: texts.copied })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('pehno_abc')
    await user.click(within(shown).getByRole('button', { name: texts.done }))
    await waitFor(() => expect(screen.queryByText('pehno_abc')).toBeNull())
    expect(sent.find(({ call }) => call === 'POST /api/staff/keys')?.body).toEqual({
      ...{ name: 'Stock system', role: 'packer', warehouseIds: ['vn'], validDays: 90 },
    })
  })

  test('what the server refuses is said at its field [staff.5]', async () => {
    const msg = 'Choose the warehouses this key works for'
    serve({
      'POST /api/staff/keys': () =>
        Response.json(
          { success: false, code: 'invalid', msg, fields: { warehouseIds: msg } },
          { status: 400, headers: { 'x-api': '1' } },
        ),
    })
    const user = open('/connections')
    await user.click(await screen.findByRole('button', { name: texts.keys.add }))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: texts.keys.add }))
    expect(await form.findByText(msg)).toBeVisible()
  })

  test('a key ends after a question; why it does not is said [staff.5]', async () => {
    let isDown = true
    let keys = [erp]
    serve({
      'GET /api/staff/keys': () => succeed({ data: keys }),
      'DELETE /api/staff/keys/erp': () => {
        if (isDown) return refuse('unavailable', 503, 'The store is busy.')
        keys = []
        return succeed({})
      },
    })
    const user = open('/connections')
    await user.click(
      await screen.findByRole('button', { name: texts.keys.endNamed('Stock system') }),
    )
    const question = await dialog()
    await user.click(question.getByRole('button', { name: texts.keys.endNow }))
    expect(await question.findByText('The store is busy.')).toBeVisible()
    isDown = false
    await user.click(question.getByRole('button', { name: texts.keys.endNow }))
    expect(await screen.findByText(texts.keys.empty)).toBeVisible()
  })

  test('that cannot be read are read again on demand [staff.5]', async () => {
    let isDown = true
    serve({
      'GET /api/staff/keys': () =>
        isDown ? refuse('unexpected', 500, 'Unexpected') : succeed({ data: [erp] }),
    })
    const user = open('/connections')
    const keys = section(texts.keys.title)
    expect(await keys.findByRole('alert')).toHaveTextContent('Unexpected')
    isDown = false
    await user.click(keys.getByRole('button', { name: frameTexts.tryAgain }))
    expect(await screen.findByText('Stock system')).toBeVisible()
  })

  test('are for the owner only [staff.3] [staff.5]', async () => {
    saveSession({ token, person: { ...person, warehouses: [] } })
    serve({ 'GET /api/staff/me': () => succeed({ ...person, warehouses: [] }) })
    open('/connections')
    expect(await screen.findByText(/your role can’t open it/)).toBeVisible()
  })
})

describe('webhooks', () => {
  test('an address is added with its events, and its secret is shown once [staff.5]', async () => {
    const sent = serve({
      'POST /api/staff/webhooks': () => succeed({ ...hook, secret: 'whsec_abc' }),
    })
    const user = open('/connections')
    await user.click(await screen.findByRole('button', { name: texts.webhooks.add }))
    const form = await dialog()
    await user.type(form.getByLabelText(texts.webhooks.url), 'https://erp.example/hook')
    await user.click(form.getByRole('checkbox', { name: /^Stock low/ }))
    await user.click(form.getByRole('button', { name: texts.webhooks.add }))

    expect(await screen.findByText('whsec_abc')).toBeVisible()
    expect(sent.find(({ call }) => call === 'POST /api/staff/webhooks')?.body).toEqual({
      ...{ url: 'https://erp.example/hook', events: ['order.placed', 'stock.low'] },
    })
  })

  test.for([
    [hook, 'Last delivered Tue, 24 Nov, 12:00 pm'],
    [{ ...hook, deliveredAt: null }, 'Nothing sent yet'],
    [{ ...hook, failingSince: '2026-11-23T06:30:00.000Z' }, 'Failing since Mon, 23 Nov, 12:00 pm'],
    [{ ...hook, pausedAt: '2026-11-23T06:30:00.000Z' }, 'Paused since Mon, 23 Nov, 12:00 pm'],
  ] satisfies [Webhook, string][])('say how sending goes: %j [staff.5]', async ([shown, text]) => {
    serve({ 'GET /api/staff/webhooks': () => succeed({ data: [shown] }) })
    open('/connections')
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('the log shows state, answer and next try; a failed event is sent again [staff.5]', async () => {
    const sent = serve({
      'POST /api/staff/webhooks/hook/deliveries/d1/again': () =>
        succeed({ ...failed, state: 'waiting' }),
    })
    const user = open('/connections')
    await user.click(await screen.findByRole('link', { name: texts.webhooks.logOf('erp.example') }))
    expect(await screen.findByRole('heading', { name: 'erp.example', level: 1 })).toBeVisible()
    const row = (await screen.findByText('PEH-KAB55N')).closest('tr')
    expect(row).toHaveTextContent('Failed8 triesThe answer was 500')
    const other = screen.getByText('PEH-LMN22P').closest('tr')
    expect(other).toHaveTextContent('Waiting1 try. Next try Tue, 24 Nov, 1:00 pm')
    const again = screen.getAllByRole('button', { name: /again$/ })
    expect(again).toHaveLength(1)

    await user.click(again[0]!)

    await waitFor(() =>
      expect(sent.map(({ call }) => call)).toContain(
        'POST /api/staff/webhooks/hook/deliveries/d1/again',
      ),
    )
  })

  test('a test is sent, an address is paused, and gets a new secret after a question [staff.5]', async () => {
    let shown = hook
    const sent = serve({
      'GET /api/staff/webhooks/hook/deliveries': () =>
        succeed({ webhook: shown, data: [], cursor: null }),
      'POST /api/staff/webhooks/hook/test': () => succeed({ ...waiting, event: 'test' }),
      'PATCH /api/staff/webhooks/hook': () => {
        shown = { ...hook, pausedAt: '2026-11-24T06:30:00.000Z' }
        return succeed(shown)
      },
      'POST /api/staff/webhooks/hook/secret': () => succeed({ ...hook, secret: 'whsec_new' }),
    })
    const user = open('/connections/hook')
    await user.click(await screen.findByRole('button', { name: texts.log.test }))
    expect(await screen.findByText(texts.log.testSent)).toBeVisible()
    await user.click(screen.getByRole('button', { name: texts.log.pause }))
    expect(await screen.findByText(texts.log.paused)).toBeVisible()
    expect(sent.find(({ call }) => call === 'PATCH /api/staff/webhooks/hook')?.body).toEqual({
      isPaused: true,
    })
    expect(screen.getByRole('button', { name: texts.log.resume })).toBeVisible()
    await user.click(screen.getByRole('button', { name: texts.log.newSecret }))
    await user.click((await dialog()).getByRole('button', { name: texts.log.newSecretNow }))
    expect(await screen.findByText('whsec_new')).toBeVisible()
  })

  test('an address is removed after a question [staff.5]', async () => {
    serve({ 'DELETE /api/staff/webhooks/hook': () => succeed({}) })
    const user = open('/connections/hook')
    await user.click(await screen.findByRole('button', { name: texts.log.remove }))
    await user.click((await dialog()).getByRole('button', { name: texts.log.removeNow }))
    expect(await screen.findByRole('heading', { name: texts.title, level: 1 })).toBeVisible()
  })

  test('one where everything failed for long says so, and what to do [staff.5]', async () => {
    const paused: Webhook = {
      ...hook,
      ...{ failingSince: '2026-11-21T06:30:00.000Z', pausedAt: '2026-11-23T06:30:00.000Z' },
    }
    serve({
      'GET /api/staff/webhooks/hook/deliveries': () =>
        succeed({ webhook: paused, data: [failed], cursor: null }),
    })
    open('/connections/hook')
    expect(
      await screen.findByText(texts.log.pausedByFailures('Sat, 21 Nov, 12:00 pm')),
    ).toBeVisible()
  })

  test('a log that cannot be read is read again on demand [staff.5]', async () => {
    let isDown = true
    serve({
      'GET /api/staff/webhooks/hook/deliveries': () =>
        isDown
          ? refuse('unexpected', 500, 'Unexpected')
          : succeed({ webhook: hook, data: [], cursor: null }),
    })
    const user = open('/connections/hook')
    expect(await screen.findByText(texts.log.couldNotLoad)).toBeVisible()
    isDown = false
    await user.click(screen.getByRole('button', { name: frameTexts.tryAgain }))
    expect(await screen.findByText(texts.log.empty)).toBeVisible()
  })
})

test('a secret that the browser cannot copy can be selected [staff.5]', async () => {
  serve({ 'POST /api/staff/keys': () => succeed({ ...erp, key: 'pehno_abc' }) })
  const user = open('/connections')
  await user.click(await screen.findByRole('button', { name: texts.keys.add }))
  await user.click((await dialog()).getByRole('button', { name: texts.keys.add }))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: texts.copy }))
  expect(await screen.findByText(texts.couldNotCopy)).toBeVisible()
})
