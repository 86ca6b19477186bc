import type { PublicReadName } from './reads.ts'
import {
  everybody,
  managers,
  orderRoles,
  phoneRoles,
  type StaffRole,
  warehouseRoles,
} from '#contract/staff/roles.ts'
import type { Call } from './calls.ts'

/** A call of the staff. Those that log in are public. */
export type StaffCall =
  (Call & { access: 'public' }) | (Call & { access: 'staff'; roles: Roles; isUnrecorded?: boolean })
type Roles = readonly StaffRole[]

/** The literal types of the paths give the desk the names of their parameters. */
const read = <Path extends string, const Allowed extends Roles>(path: Path, roles: Allowed) =>
  ({ method: 'GET', path, access: 'staff', roles, cache: 'never' }) as const
const write = <
  const Method extends Call['method'],
  Path extends string,
  const Allowed extends Roles,
>(
  method: Method,
  path: Path,
  { roles, invalidates = [] }: { roles: Allowed; invalidates?: readonly PublicReadName[] },
) => ({ method, path, access: 'staff', roles, cache: 'never', invalidates }) as const
/** A write that changes nothing by itself, or that nobody may keep. It is not in the history. */
const unrecorded = <
  const Method extends Call['method'],
  Path extends string,
  const Allowed extends Roles,
>(
  method: Method,
  path: Path,
  roles: Allowed,
) => ({ ...write(method, path, { roles }), isUnrecorded: true }) as const
const publicPost = <Path extends string>(path: Path) =>
  ({ method: 'POST', path, access: 'public', cache: 'never' }) as const

/** The reads of the store that show what is in stock. */
const stockReads = [
  'readProduct',
  'readProducts',
  'readPairings',
  'readFilters',
  'suggestProducts',
] as const

/**
 * The calls of the desk and the riders, and of programs with a key. They are a table of their own, so that
 * nothing of them is in the shopper's page. Every write records what it changed in the history, unless it is `unrecorded`.
 */
export const staffCalls = {
  staffLogin: publicPost('/staff/login'),
  staffVerifyOtp: publicPost('/staff/verify-otp'),
  beginPasskeyLogin: publicPost('/staff/passkey-login/begin'),
  loginWithPasskey: publicPost('/staff/passkey-login'),
  staffLogout: write('POST', '/staff/logout', { roles: everybody }),
  readStaffSelf: read('/staff/me', everybody),
  readStaffSessions: read('/staff/sessions', everybody),
  endStaffSession: write('DELETE', '/staff/sessions/:id', { roles: everybody }),
  readPasskeys: read('/staff/passkeys', everybody),
  readPasskeyOptions: read('/staff/passkeys/options', everybody),
  addPasskey: write('POST', '/staff/passkeys', { roles: everybody }),
  removePasskey: write('DELETE', '/staff/passkeys/:id', { roles: everybody }),
  readStaffPushKey: read('/staff/push/key', orderRoles),
  subscribeStaffPush: write('POST', '/staff/push/subscribe', { roles: orderRoles }),
  unsubscribeStaffPush: write('POST', '/staff/push/unsubscribe', { roles: orderRoles }),
  sendStaffTestPush: unrecorded('POST', '/staff/push/test', orderRoles),
  readStaffWarehouses: read('/staff/warehouses', everybody),
  readPeople: read('/staff/people', managers),
  addPerson: write('POST', '/staff/people', { roles: managers }),
  changePerson: write('PATCH', '/staff/people/:id', { roles: managers }),
  readPersonSessions: read('/staff/people/:id/sessions', managers),
  endPersonSessions: write('DELETE', '/staff/people/:id/sessions', { roles: managers }),
  readHistory: read('/staff/history', managers),
  readApiKeys: read('/staff/keys', ['owner']),
  addApiKey: write('POST', '/staff/keys', { roles: ['owner'] }),
  endApiKey: write('DELETE', '/staff/keys/:id', { roles: ['owner'] }),
  readWebhooks: read('/staff/webhooks', ['owner']),
  addWebhook: write('POST', '/staff/webhooks', { roles: ['owner'] }),
  changeWebhook: write('PATCH', '/staff/webhooks/:id', { roles: ['owner'] }),
  renewWebhookSecret: write('POST', '/staff/webhooks/:id/secret', { roles: ['owner'] }),
  removeWebhook: write('DELETE', '/staff/webhooks/:id', { roles: ['owner'] }),
  testWebhook: write('POST', '/staff/webhooks/:id/test', { roles: ['owner'] }),
  readWebhookDeliveries: read('/staff/webhooks/:id/deliveries', ['owner']),
  sendWebhookAgain: write('POST', '/staff/webhooks/:id/deliveries/:deliveryId/again', {
    roles: ['owner'],
  }),

  readBoard: read('/staff/orders', orderRoles),
  streamBoardEvents: read('/staff/orders/events', orderRoles),
  findOrders: read('/staff/orders/search', orderRoles),
  readStaffOrder: read('/staff/orders/:number', orderRoles),
  readStaffInvoices: read('/staff/orders/:number/invoices', orderRoles),
  cancelItem: write('POST', '/staff/orders/:number/cancel-item', {
    roles: [...warehouseRoles, 'support'],
    invalidates: stockReads,
  }),
  swapSize: write('POST', '/staff/orders/:number/swap-size', {
    roles: [...warehouseRoles, 'support'],
    invalidates: stockReads,
  }),
  replaceItem: write('POST', '/staff/orders/:number/replace-item', {
    roles: [...warehouseRoles, 'support'],
    invalidates: stockReads,
  }),
  giveRefund: write('POST', '/staff/orders/:number/refunds', {
    roles: [...managers, 'support'],
  }),
  correctAddress: write('POST', '/staff/orders/:number/address', {
    roles: [...warehouseRoles, 'support'],
  }),
  readDeliveryPlace: read('/staff/delivery-place', [...warehouseRoles, 'support']),
  moveOrder: write('POST', '/staff/orders/:number/move', {
    roles: [...warehouseRoles, 'support', 'rider'],
    invalidates: stockReads,
  }),
  addOrderNote: write('POST', '/staff/orders/:number/notes', {
    roles: [...warehouseRoles, 'support'],
  }),
  readRiders: read('/staff/riders', [...warehouseRoles, 'support']),
  readReturns: read('/staff/returns', orderRoles),
  assignPickup: write('POST', '/staff/orders/:number/pickup', { roles: warehouseRoles }),
  checkPickup: write('POST', '/staff/orders/:number/pickup/check', {
    roles: ['rider'],
    invalidates: stockReads,
  }),
  moveReturn: write('POST', '/staff/orders/:number/returns', {
    roles: warehouseRoles,
    invalidates: stockReads,
  }),
  // Unrecorded until a move or a check uses it.
  addDoorPhoto: unrecorded('POST', '/staff/orders/:number/photos', ['rider']),

  findCaller: read('/staff/phone-orders/caller', phoneRoles),
  quotePhoneOrder: read('/staff/phone-orders/quote', phoneRoles),
  readLinkOrders: read('/staff/phone-orders', phoneRoles),
  placePhoneOrder: write('POST', '/staff/phone-orders', {
    ...{ roles: phoneRoles, invalidates: stockReads },
  }),
  sendLinkAgain: write('POST', '/staff/phone-orders/:number/link', { roles: phoneRoles }),
  releaseLinkOrder: write('POST', '/staff/phone-orders/:number/release', {
    ...{ roles: phoneRoles, invalidates: stockReads },
  }),

  readPickList: read('/staff/pick-list', warehouseRoles),
  pickItem: write('POST', '/staff/orders/:number/picks', { roles: warehouseRoles }),
  readStock: read('/staff/stock', orderRoles),
  readStockMoves: read('/staff/stock/moves', orderRoles),
  changeStock: write('POST', '/staff/stock/change', {
    ...{ roles: warehouseRoles, invalidates: stockReads },
  }),
  countStock: write('POST', '/staff/stock/count', {
    ...{ roles: warehouseRoles, invalidates: stockReads },
  }),
  transferStock: write('POST', '/staff/stock/transfer', {
    ...{ roles: warehouseRoles, invalidates: stockReads },
  }),
  placeStock: write('PUT', '/staff/stock/place', { roles: warehouseRoles }),

  readDeliverySettings: read('/staff/delivery-settings', managers),
  saveDeliverySettings: write('PUT', '/staff/delivery-settings', { roles: ['owner'] }),
  readDeliveries: read('/staff/deliveries', ['rider']),
  startShift: write('POST', '/staff/shift', { roles: ['rider'] }),
  endShift: write('DELETE', '/staff/shift', { roles: ['rider'] }),
  // Where somebody was is nobody's history.
  sendPosition: unrecorded('PUT', '/staff/position', ['rider']),
  openDoorPayment: write('POST', '/staff/orders/:number/door-payment', { roles: ['rider'] }),
  readDoorPayment: read('/staff/orders/:number/door-payment', ['rider']),
  readCash: read('/staff/cash', [...managers, 'rider', 'accountant']),
  handOverCash: write('POST', '/staff/cash', { roles: ['rider'] }),
  receiveCash: write('POST', '/staff/cash/:id/received', { roles: managers }),
} as const satisfies Record<string, StaffCall>

export type StaffCallName = keyof typeof staffCalls
