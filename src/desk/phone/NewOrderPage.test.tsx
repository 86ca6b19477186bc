import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import type { DeliveryPlace } from '#contract/staff/addressChange.ts'
import type {
  Caller,
  LinkOrder,
  PhoneQuote,
  PlacedPhoneOrder,
} from '#contract/staff/phoneOrders.ts'
import { texts as addressTexts } from '#desk/address/texts.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import { blockKurti } from '#tests/support/desk/blockKurti.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'
import { texts as productTexts } from '#desk/products/texts.ts'
import { texts } from './texts.ts'

const soon = new Date(Date.now() + 60 * 60_000).toISOString()

const caller: Caller = {
  ...{ id: 'kavita', name: 'Kavita Joshi', orderCount: 3, refusedDeliveries: 1 },
  addresses: [
    {
      ...{ _id: 'home', label: 'home', house: 'B-4', street: 'B-4, Scheme 54', city: 'Indore' },
      ...{ state: 'Madhya Pradesh', postalCode: '452010', latitude: '22.75', longitude: '75.89' },
    },
  ],
}
const place: DeliveryPlace = {
  ...{ city: 'Indore', state: 'Madhya Pradesh' },
  warehouses: [{ id: 'vn', name: 'Vijay Nagar', isOpen: true, promisedBy: soon }],
}
const aQuote = (changes: Partial<PhoneQuote> = {}): PhoneQuote => ({
  lines: [
    {
      ...{ productId: 'kurti', size: 'M', quantity: 1, code: 'SAA-1087', name: 'Block kurti' },
      ...{ brand: 'Saanjh', photo: null, pricePaise: 999_00, inStock: 2 },
    },
  ],
  ...{ itemsPaise: 999_00, couponPaise: 0, couponName: null, couponRefusal: null },
  ...{ shippingPaise: 0, totalPaise: 999_00, cashRefusal: null },
  ...changes,
})
const placed: PlacedPhoneOrder = {
  ...{ number: 'PEH-AAAAAA', totalPaise: 999_00, promisedBy: soon, heldUntil: null },
}
const aLink = (changes: Partial<LinkOrder> = {}): LinkOrder => ({
  ...{ number: 'PEH-BBBBBB', customer: 'Kavita Joshi', contactNumber: '9826098260' },
  ...{ totalPaise: 999_00, state: 'waiting', heldUntil: soon, linkSentAt: soon, placedAt: soon },
  ...changes,
})

type Handlers = Parameters<typeof stubDeskServer>[0]
const placeCall = 'POST /api/staff/phone-orders'

const serve = (handlers: Handlers = {}) =>
  stubDeskServer({
    'GET /api/staff/me': () => succeed({ ...person, role: 'support' }),
    'GET /api/staff/warehouses': () => succeed({ data: person.warehouses }),
    'GET /api/staff/phone-orders': () => succeed({ data: [] }),
    'GET /api/staff/phone-orders/caller': () => succeed({ customer: caller }),
    'GET /api/staff/phone-orders/quote': () => succeed(aQuote()),
    'GET /api/staff/delivery-place': () => succeed(place),
    'GET /api/products/list': () => succeed({ data: [blockKurti], total: 1, nextCursor: null }),
    [placeCall]: () => succeed(placed),
    ...handlers,
  })

function showPage() {
  history.replaceState(null, '', '/desk/orders/new')
  render(<Desk />)
  return userEvent.setup()
}

/** A known customer orders one kurti. */
async function fillIn() {
  const user = showPage()
  await user.type(await screen.findByLabelText(texts.phone), '98260 98260')
  await user.type(screen.getByRole('searchbox', { name: productTexts.search }), 'kurti')
  await user.click(
    await screen.findByRole('button', { name: productTexts.add('Block kurti', 'M', 2) }),
  )
  await screen.findByRole('button', { name: texts.placeFor('₹999.00') })
  return user
}

const press = () => screen.getByRole('button', { name: /^Place order/ })

beforeEach(() => {
  endSession()
  saveSession({ token, person: { ...person, role: 'support' } })
})

describe('an order on the phone', () => {
  test('of a known customer goes to the newest saved address [board.7]', async () => {
    const sent = serve()
    const user = await fillIn()
    expect(screen.getByText('3 orders · 1 delivery refused')).toBeVisible()
    expect(screen.getByRole('radio', { name: /B-4, Scheme 54/ })).toBeChecked()
    expect(
      screen.getByRole('button', { name: productTexts.soldOutSize('Block kurti', 'L') }),
    ).toBeDisabled()
    await user.click(press())

    expect(await screen.findByRole('heading', { name: texts.placed('PEH-AAAAAA') })).toHaveFocus()
    expect(sent.find(({ call }) => call === placeCall)?.body).toEqual({
      ...{ customer: { contactNumber: '9826098260' }, addressId: 'home' },
      ...{ items: [{ productId: 'kurti', size: 'M', quantity: 1 }], paymentMethod: 'cash' },
      ...{ totalPaise: 999_00, promisedBy: soon },
    })
    // What was typed is forgotten.
    expect(localStorage.getItem('desk-phone-order')).toBeNull()
  })

  test('to a saved address that nobody finds on the map asks for a new one [board.7]', async () => {
    const [home] = caller.addresses
    const lost = { ...caller, addresses: [{ ...home!, latitude: '', longitude: '' }] }
    serve({ 'GET /api/staff/phone-orders/caller': () => succeed({ customer: lost }) })
    const user = await fillIn()
    await user.click(press())
    expect(screen.getByRole('alert')).toHaveTextContent(texts.noPoint)
    await user.click(screen.getByRole('radio', { name: texts.newAddress }))
    expect(screen.getByLabelText(addressTexts.street)).toHaveValue('')
  })

  test('of a new number asks for a name and an address [board.7]', async () => {
    const sent = serve({
      'GET /api/staff/phone-orders/caller': () => succeed({ customer: null }),
    })
    const user = showPage()
    await user.click(await screen.findByRole('button', { name: texts.place }))
    expect(screen.getByText(texts.checkMarked)).toBeVisible()
    expect(screen.getByLabelText(texts.phone)).toHaveFocus()
    expect(screen.getByLabelText(texts.phone)).toHaveAccessibleDescription(texts.phoneMissing)
    const search = screen.getByRole('searchbox', { name: productTexts.search })
    expect(search).toHaveAccessibleDescription(texts.itemMissing)
    await user.type(screen.getByLabelText(texts.phone), '9826098260')
    // What was not asked for yet is not wrong.
    expect(await screen.findByLabelText(texts.name)).toBeValid()
    await user.click(screen.getByRole('button', { name: texts.place }))
    expect(screen.getByLabelText(texts.name)).toHaveFocus()
    for (const [field, problem] of [
      [texts.name, texts.nameMissing],
      [addressTexts.street, addressTexts.streetMissing],
      [addressTexts.postalCode, addressTexts.postalCodeMissing],
    ] as const) {
      expect(screen.getByLabelText(field)).toBeInvalid()
      expect(screen.getByLabelText(field)).toHaveAccessibleDescription(problem)
    }
    await user.type(screen.getByLabelText(texts.name), 'Kavita Rani Joshi')
    expect(screen.getByLabelText(texts.name)).toBeValid()
    await user.type(screen.getByLabelText(addressTexts.house), 'B-4')
    await user.type(screen.getByLabelText(addressTexts.street), 'Scheme 54')
    await user.type(screen.getByLabelText(addressTexts.postalCode), '452010')
    expect(await screen.findByText(/^Indore 452010 is delivered from Vijay Nagar/)).toBeVisible()
    const city = screen.getByLabelText(addressTexts.city)
    expect(city).toHaveValue('Indore')
    expect(city).not.toHaveAccessibleDescription()
    await user.type(city, ' East')
    expect(city).toHaveAccessibleDescription(addressTexts.otherCity('Indore'))
    await user.type(city, '{Backspace>5/}')
    await user.click(screen.getByRole('button', { name: texts.place }))
    expect(search).toHaveFocus()
    expect(search).toHaveAccessibleDescription(texts.itemMissing)
    await user.type(screen.getByRole('searchbox', { name: productTexts.search }), 'kurti')
    await user.click(
      await screen.findByRole('button', { name: productTexts.add('Block kurti', 'M', 2) }),
    )
    await user.click(await screen.findByRole('button', { name: texts.placeFor('₹999.00') }))

    await screen.findByRole('heading', { name: texts.placed('PEH-AAAAAA') })
    expect(sent.find(({ call }) => call === placeCall)?.body).toMatchObject({
      customer: { contactNumber: '9826098260', firstName: 'Kavita', lastName: 'Rani Joshi' },
      address: {
        ...{ label: 'home', house: 'B-4', street: 'Scheme 54', city: 'Indore' },
        ...{ state: 'Madhya Pradesh', postalCode: '452010' },
      },
    })
  })

  test('marks an unknown PIN code and what is missing of the receiver at their fields [board.7]', async () => {
    let answer: DeliveryPlace = place
    const sent = serve({ 'GET /api/staff/delivery-place': () => succeed(answer) })
    const user = await fillIn()
    answer = { city: null, state: null, warehouses: [] }
    await user.click(screen.getByRole('radio', { name: texts.newAddress }))
    await user.type(screen.getByLabelText(addressTexts.street), 'Scheme 54')
    const pin = screen.getByLabelText(addressTexts.postalCode)
    await user.type(pin, '999999')
    await screen.findByText(addressTexts.unknownPlace('999999'))
    expect(pin).toBeValid()
    await user.click(press())
    expect(pin).toHaveFocus()
    expect(pin).toHaveAccessibleDescription(addressTexts.unknownPlace('999999'))
    expect(screen.getByLabelText(addressTexts.city)).toBeValid()

    await user.click(screen.getByRole('checkbox', { name: texts.receiver }))
    await user.click(press())
    const receiver = screen.getByLabelText(addressTexts.receiverName)
    expect(receiver).toHaveAccessibleDescription(addressTexts.receiverNameMissing)
    expect(screen.getByLabelText(addressTexts.receiverPhone)).toHaveAccessibleDescription(
      addressTexts.receiverPhoneMissing,
    )
    await user.type(receiver, 'Asha')
    expect(receiver).toBeValid()
    expect(sent.filter(({ call }) => call === placeCall)).toHaveLength(0)
  })

  test('that had no answer is sent again under its key, also after a reload [board.7]', async () => {
    const answers = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')]
    const sent = serve({
      [placeCall]: () => {
        const answer = answers.pop()
        if (answer) throw answer
        return succeed(placed)
      },
    })
    const user = await fillIn()
    await user.click(press())
    await screen.findByRole('alert')
    cleanup()
    showPage()
    expect(await screen.findByText(texts.restored)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: texts.placeFor('₹999.00') }))
    await screen.findByRole('alert')
    await user.click(press())
    await screen.findByRole('heading', { name: texts.placed('PEH-AAAAAA') })

    const keys = sent.filter(({ call }) => call === placeCall).map(({ key }) => key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('that was refused is sent under a new key, with the sentence of the server [board.7]', async () => {
    const sent = serve({
      [placeCall]: () => refuse('out_of_stock', 409, 'Block kurti in M is sold out'),
    })
    const user = await fillIn()
    await user.click(press())
    expect(await screen.findByRole('alert')).toHaveTextContent('Block kurti in M is sold out')
    await user.click(press())
    await waitFor(() => expect(sent.filter(({ call }) => call === placeCall)).toHaveLength(2))
    const [first, second] = sent.filter(({ call }) => call === placeCall)
    expect(second?.key).not.toBe(first?.key)
  })

  test('says which items are short, why there is no cash, and why a coupon does not apply [board.7]', async () => {
    const [line] = aQuote().lines
    let inStock = 0
    serve({
      'GET /api/staff/phone-orders/quote': () =>
        succeed(
          aQuote({
            lines: [{ ...line!, inStock }],
            couponRefusal: 'This coupon has expired',
            cashRefusal: 'Cash on Delivery isn’t available at this address right now',
          }),
        ),
    })
    const user = await fillIn()
    expect(screen.getByText(texts.onlyLeft(0))).toBeVisible()
    expect(screen.getByText(/at this address right now\.$/)).toBeVisible()
    await user.type(screen.getByLabelText(texts.coupon), 'old{Enter}')
    expect(await screen.findByText('This coupon has expired')).toBeVisible()
    await user.click(press())
    expect(screen.getByRole('alert')).toHaveTextContent(texts.tooMany)
    inStock = 5
    await user.click(screen.getByRole('button', { name: texts.removeCoupon }))
    await user.type(screen.getByLabelText(texts.coupon), 'older{Enter}')
    await waitFor(() => expect(screen.queryByText(texts.onlyLeft(0))).toBeNull())
    await user.click(press())
    expect(screen.getByRole('alert')).toHaveTextContent(texts.couponFirst)
    await user.click(screen.getByRole('button', { name: texts.removeCoupon }))
    await waitFor(() => expect(screen.queryByText(texts.onlyLeft(0))).toBeNull())
    await user.click(press())
    expect(screen.getByRole('alert')).toHaveTextContent(/at this address right now\.$/)
  })

  test('is forgotten with a discard, a log out, and when somebody else logs in [board.7]', async () => {
    serve()
    const user = await fillIn()
    const stored = () => localStorage.getItem('desk-phone-order')
    expect(stored()).toContain('9826098260')
    await user.click(screen.getByRole('button', { name: texts.discard }))
    expect(stored()).toBeNull()
    expect(screen.getByLabelText(texts.phone)).toHaveValue('')
    expect(screen.getByLabelText(texts.phone)).toHaveFocus()
    await user.click(screen.getByRole('button', { name: texts.place }))
    expect(screen.getByLabelText(texts.phone)).toBeInvalid()
    await user.type(screen.getByLabelText(texts.phone), '98')
    await user.click(screen.getByRole('button', { name: texts.discard }))
    expect(screen.getByLabelText(texts.phone)).toBeValid()

    await user.type(screen.getByLabelText(texts.phone), '9826098260')
    expect(stored()).toContain('9826098260')
    saveSession({ token, person: { ...person, id: 'somebody-else' } })
    expect(stored()).toBeNull()
  })
})

describe('links to pay', () => {
  test('show what became of them, are sent again and closed [board.7]', async () => {
    let links = [aLink(), aLink({ number: 'PEH-CCCCCC', state: 'paid', heldUntil: null })]
    const sent = serve({
      'GET /api/staff/phone-orders': () => succeed({ data: links }),
      'POST /api/staff/phone-orders/PEH-BBBBBB/link': () =>
        refuse('not_allowed_now', 409, 'We’ve just sent the link. You can resend it in 9 seconds.'),
      'POST /api/staff/phone-orders/PEH-BBBBBB/release': () => {
        links = [aLink({ state: 'expired', heldUntil: null })]
        return succeed(links[0])
      },
    })
    const user = showPage()
    const card = within(await screen.findByRole('region', { name: texts.links }))
    expect(card.getByText(/^Waits for payment until /)).toBeVisible()
    expect(card.getByRole('link', { name: texts.openOrder })).toHaveAttribute(
      'href',
      '/desk/orders/PEH-CCCCCC',
    )
    await user.click(card.getByRole('button', { name: texts.sendAgainTo('PEH-BBBBBB') }))
    expect(await card.findByText(/resend it in 9 seconds/)).toBeVisible()
    await user.click(card.getByRole('button', { name: texts.releaseOf('PEH-BBBBBB') }))
    expect(await card.findByText(texts.released('PEH-BBBBBB'))).toBeVisible()
    expect(await card.findByText(texts.state.expired)).toBeVisible()
    expect(sent.filter(({ key }) => key !== null)).toHaveLength(2)
  })
})
