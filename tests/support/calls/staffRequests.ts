import { staffCalls, type StaffCall, type StaffCallName } from '#contract/api/staffCalls.ts'
import { fillPath } from '#contract/pages/paths.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'

/** What the calls of the staff ask for. */
export type DeskResources = {
  /** An order that is ready, of the rider's warehouse. */
  number: string
  /** The product of the order, in sizes S, M and L. */
  productId: string
  riderId: string
  /** A support person, and one of their sessions. */
  personId: string
  sessionId: string
  keyId: string
  webhookId: string
  /** A delivery to it that has failed. */
  deliveryId: string
}

/** The names of the calls that need a person or a key. */
export type GuardedName = {
  [Name in StaffCallName]: (typeof staffCalls)[Name]['access'] extends 'staff' ? Name : never
}[StaffCallName]

type StaffRequest = {
  parts?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** The status for somebody who may send it, if it is not 200. */
  status?: number
}

const noPasskey = {
  ...{ id: 'x', rawId: 'x', type: 'public-key' },
  response: { clientDataJSON: 'e30', attestationObject: 'e30' },
}

const subscription = {
  endpoint: 'https://push.example/desk',
  keys: { p256dh: 'BFx_', auth: 'c2-' },
}

/** A valid request of every staff call that needs a login. A call without an entry does not compile. */
export function staffRequests(desk: DeskResources): Record<GuardedName, StaffRequest> {
  const { number, productId, riderId, personId, sessionId, keyId } = desk
  const { webhookId, deliveryId } = desk
  const place = { productId, size: 'M', warehouseId: 'indore' }
  const person = { name: 'Ravi Rao', contactNumber: aPhone(), role: 'support' }
  return {
    staffLogout: {},
    readStaffSelf: {},
    readStaffSessions: {},
    endStaffSession: { parts: { id: sessionId } },
    readPasskeys: {},
    readPasskeyOptions: {},
    // It answers no challenge.
    addPasskey: { body: noPasskey, status: 400 },
    removePasskey: { parts: { id: 'x' }, status: 404 },
    readStaffPushKey: {},
    subscribeStaffPush: { body: { subscription } },
    unsubscribeStaffPush: { body: { subscription: { endpoint: subscription.endpoint } } },
    // Nobody has subscribed this browser.
    sendStaffTestPush: {
      body: { subscription: { endpoint: 'https://push.example/unknown' } },
      status: 404,
    },
    readStaffWarehouses: {},
    readPeople: {},
    addPerson: { body: person },
    changePerson: { parts: { id: personId }, body: { name: 'Asha Rao' } },
    readPersonSessions: { parts: { id: personId } },
    endPersonSessions: { parts: { id: personId } },
    readHistory: {},
    readApiKeys: {},
    addApiKey: { body: { name: 'Stock system', role: 'manager' } },
    endApiKey: { parts: { id: keyId } },
    readWebhooks: {},
    addWebhook: { body: { url: 'https://erp.example/hook', events: ['order.placed'] } },
    changeWebhook: { parts: { id: webhookId }, body: { isPaused: true } },
    renewWebhookSecret: { parts: { id: webhookId } },
    removeWebhook: { parts: { id: webhookId } },
    testWebhook: { parts: { id: webhookId } },
    readWebhookDeliveries: { parts: { id: webhookId } },
    sendWebhookAgain: { parts: { id: webhookId, deliveryId } },
    readBoard: {},
    streamBoardEvents: {},
    findOrders: {},
    readStaffOrder: { parts: { number } },
    readStaffInvoices: { parts: { number } },
    moveOrder: { parts: { number }, body: { move: 'handOver', from: 'ready', riderId } },
    addOrderNote: { parts: { number }, body: { text: 'Call before you ring the bell' } },
    readRiders: {},
    cancelItem: {
      parts: { number },
      body: { from: 'ready', item: 1, quantity: 1, reason: 'damaged' },
      // It is the only item of the order.
      status: 409,
    },
    swapSize: {
      parts: { number },
      body: { from: 'ready', item: 1, size: 'L', reason: 'customerAsked' },
    },
    replaceItem: {
      parts: { number },
      body: {
        ...{ from: 'ready', item: 1, productId, size: 'L', reason: 'customerAsked' },
        hasAgreed: true,
      },
      // It is the item itself.
      status: 400,
    },
    // Nothing is paid yet.
    giveRefund: {
      parts: { number },
      body: { amountPaise: 100, reason: 'late', refundedPaise: 0 },
      status: 409,
    },
    // The PIN code is outside of the warehouse's area.
    correctAddress: {
      parts: { number },
      body: {
        ...{ from: 'ready', corrections: 0 },
        address: { label: 'home', street: '5 Marine Drive', city: 'Mumbai', postalCode: '400020' },
      },
      status: 409,
    },
    readDeliveryPlace: { query: { postalCode: '452010' } },
    findCaller: { query: { contactNumber: aPhone() } },
    quotePhoneOrder: {
      query: {
        items: JSON.stringify([{ productId, size: 'M', quantity: 1 }]),
        warehouse: 'indore',
      },
    },
    // Orders need an idempotency key.
    placePhoneOrder: {
      body: {
        customer: { contactNumber: aPhone(), firstName: 'Asha' },
        address: { label: 'home', street: '12 Scheme 78', city: 'Indore', postalCode: '452010' },
        ...{ items: [{ productId, size: 'M', quantity: 1 }], paymentMethod: 'cash' },
        totalPaise: 999_00,
      },
      status: 400,
    },
    readLinkOrders: {},
    // The order is one of the shop.
    sendLinkAgain: { parts: { number }, status: 404 },
    releaseLinkOrder: { parts: { number }, status: 404 },
    readReturns: {},
    // Nothing was asked to be returned.
    assignPickup: { parts: { number }, body: { riderId }, status: 409 },
    checkPickup: {
      parts: { number },
      body: { move: 'attempt', reason: 'Not at home', attempts: 0 },
      status: 404,
    },
    moveReturn: {
      parts: { number },
      body: { item: 1, move: 'receive', from: 'Accepted' },
      status: 409,
    },
    // The body is no photo.
    addDoorPhoto: { parts: { number }, status: 400 },
    readPickList: {},
    // The order is packed already.
    pickItem: { parts: { number }, body: { item: 1, size: 'M', picked: 1 }, status: 409 },
    readStock: {},
    readStockMoves: { query: { productId } },
    changeStock: { body: { ...place, change: 2, reason: 'goods_in' } },
    countStock: { body: { ...place, counted: 3 } },
    transferStock: { body: { ...place, toWarehouseId: 'pune', quantity: 1 } },
    placeStock: { body: { ...place, shelf: 'B-07' } },
    readDeliverySettings: {},
    saveDeliverySettings: { body: { proof: 'code' } },
    readDeliveries: {},
    startShift: {},
    // No shift has begun, and no cash was collected.
    endShift: { status: 409 },
    sendPosition: { body: { latitude: 22.75, longitude: 75.89 } },
    // The rider does not carry it.
    openDoorPayment: { parts: { number }, status: 404 },
    readDoorPayment: { parts: { number }, status: 404 },
    readCash: {},
    handOverCash: { body: { countedPaise: 0, expectedPaise: 0 }, status: 409 },
    receiveCash: { parts: { id: 'x' }, body: { receivedPaise: 0 }, status: 404 },
  }
}

const isGuarded = (name: StaffCallName): name is GuardedName => staffCalls[name].access === 'staff'
export const guardedNames = (Object.keys(staffCalls) as StaffCallName[]).filter(isGuarded)

export const rolesOf = (name: GuardedName): readonly StaffRole[] => staffCalls[name].roles

/** The status for somebody who may send it. */
export const usualStatusOf = (name: GuardedName): number =>
  staffRequests(noResources)[name].status ?? 200

const noResources: DeskResources = {
  ...{ number: '', productId: '', riderId: '', personId: '', sessionId: '', keyId: '' },
  ...{ webhookId: '', deliveryId: '' },
}

/** The request of a staff call, as `api.request` takes it. */
export function staffRequestOf(name: GuardedName, desk: DeskResources, token: string) {
  const { method, path }: StaffCall = staffCalls[name]
  const { parts = {}, query, body } = staffRequests(desk)[name]
  const sent = method === 'GET' ? undefined : (body ?? {})
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return [`/api${fillPath(path, parts)}${search}`, withToken(token, method, sent)] as const
}
