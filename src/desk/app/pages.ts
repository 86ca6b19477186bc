import {
  everybody,
  managers,
  orderRoles,
  phoneRoles,
  type StaffRole,
  warehouseRoles,
} from '#contract/staff/roles.ts'
import type { FirstRead } from './request.ts'
import { texts } from './texts.ts'

type Group = keyof typeof texts.groups
export type PageName =
  | 'board'
  | 'order'
  | 'invoices'
  | 'newOrder'
  | 'pickList'
  | 'handOver'
  | 'print'
  | 'deliveries'
  | 'delivery'
  | 'pickup'
  | 'returns'
  | 'riderCash'
  | 'cash'
  | 'stock'
  | 'shelfLabels'
  | 'deliverySettings'
  | 'people'
  | 'history'
  | 'connections'
  | 'webhook'
  | 'me'

export type DeskPage = {
  name: PageName
  path: string
  label: string
  icon: string
  /** Its heading in the side navigation; a page without one is not listed there. */
  group?: Group
  /** Who may open it. For everybody else it does not exist. */
  roles: readonly StaffRole[]
  load: () => Promise<{ default: () => React.ReactNode }>
  /** What it reads first, where a phone on a slow connection should not wait for its program before. */
  firstRead?: FirstRead
}

/** Every page that exists, in the order of the navigation. */
export const pages: readonly DeskPage[] = [
  {
    name: 'board',
    path: '/board',
    label: texts.pages.board,
    icon: 'd-columns',
    group: 'orders',
    roles: orderRoles,
    load: () => import('#desk/board/BoardPage.tsx'),
  },
  {
    name: 'order',
    path: '/orders/:number',
    label: texts.pages.order,
    icon: 'box',
    roles: orderRoles,
    load: () => import('#desk/orders/OrderPage.tsx'),
  },
  {
    name: 'invoices',
    path: '/orders/:number/invoices',
    label: texts.pages.invoices,
    icon: 'd-print',
    roles: orderRoles,
    load: () => import('#desk/invoices/InvoicesPage.tsx'),
  },
  {
    name: 'newOrder',
    path: '/orders/new',
    label: texts.pages.newOrder,
    icon: 'plus',
    roles: phoneRoles,
    load: () => import('#desk/phone/NewOrderPage.tsx'),
  },
  {
    name: 'pickList',
    path: '/pick',
    label: texts.pages.pickList,
    icon: 'd-scan',
    group: 'orders',
    roles: warehouseRoles,
    load: () => import('#desk/pack/picking/PickPage.tsx'),
    firstRead: 'readPickList',
  },
  {
    name: 'handOver',
    path: '/hand-over',
    label: texts.pages.handOver,
    icon: 'd-scooter',
    group: 'orders',
    roles: warehouseRoles,
    load: () => import('#desk/pack/HandOverPage.tsx'),
  },
  {
    name: 'print',
    path: '/print',
    label: texts.pages.print,
    icon: 'd-print',
    roles: warehouseRoles,
    load: () => import('#desk/pack/printing/PrintPage.tsx'),
  },
  {
    name: 'deliveries',
    path: '/deliveries',
    label: texts.pages.deliveries,
    icon: 'd-scooter',
    group: 'orders',
    roles: ['rider'],
    load: () => import('#desk/rider/DeliveriesPage.tsx'),
    firstRead: 'readDeliveries',
  },
  {
    name: 'delivery',
    path: '/deliveries/:number',
    label: texts.pages.delivery,
    icon: 'd-door',
    roles: ['rider'],
    load: () => import('#desk/rider/door/DoorPage.tsx'),
  },
  {
    name: 'pickup',
    path: '/pick-ups/:number',
    label: texts.pages.pickup,
    icon: 'return',
    roles: ['rider'],
    load: () => import('#desk/rider/pickup/PickupPage.tsx'),
  },
  {
    name: 'returns',
    path: '/returns',
    label: texts.pages.returns,
    icon: 'return',
    group: 'orders',
    roles: orderRoles,
    load: () => import('#desk/returns/ReturnsPage.tsx'),
  },
  {
    name: 'riderCash',
    path: '/cash',
    label: texts.pages.cash,
    icon: 'cash',
    group: 'orders',
    roles: ['rider'],
    load: () => import('#desk/rider/cash/RiderCashPage.tsx'),
  },
  {
    name: 'cash',
    path: '/cash',
    label: texts.pages.cash,
    icon: 'cash',
    group: 'orders',
    roles: [...managers, 'accountant'],
    load: () => import('#desk/cash/CashPage.tsx'),
  },
  {
    name: 'stock',
    path: '/stock',
    label: texts.pages.stock,
    icon: 'box',
    group: 'catalogue',
    roles: orderRoles,
    load: () => import('#desk/stock/StockPage.tsx'),
  },
  {
    name: 'shelfLabels',
    path: '/shelf-labels',
    label: texts.pages.shelfLabels,
    icon: 'd-print',
    roles: warehouseRoles,
    load: () => import('#desk/stock/ShelfLabelsPage.tsx'),
  },
  {
    name: 'deliverySettings',
    path: '/delivery-settings',
    label: texts.pages.deliverySettings,
    icon: 'd-settings',
    group: 'store',
    roles: managers,
    load: () => import('#desk/delivery/DeliverySettingsPage.tsx'),
  },
  {
    name: 'people',
    path: '/people',
    label: texts.pages.people,
    icon: 'd-users',
    group: 'business',
    roles: managers,
    load: () => import('#desk/people/PeoplePage.tsx'),
  },
  {
    name: 'history',
    path: '/history',
    label: texts.pages.history,
    icon: 'd-history',
    group: 'business',
    roles: managers,
    load: () => import('#desk/people/HistoryPage.tsx'),
  },
  {
    name: 'connections',
    path: '/connections',
    label: texts.pages.connections,
    icon: 'd-key',
    group: 'business',
    roles: ['owner'],
    load: () => import('#desk/connections/ConnectionsPage.tsx'),
  },
  {
    name: 'webhook',
    path: '/connections/:id',
    label: texts.pages.webhook,
    icon: 'd-key',
    roles: ['owner'],
    load: () => import('#desk/connections/WebhookPage.tsx'),
  },
  {
    name: 'me',
    path: '/me',
    label: texts.pages.me,
    icon: 'user',
    roles: everybody,
    load: () => import('#desk/me/MePage.tsx'),
  },
]

/** The pages a role starts with, by preference; the first that exists is opened. */
const firstPages: Record<StaffRole, readonly PageName[]> = {
  owner: ['board'],
  manager: ['board'],
  packer: ['pickList'],
  rider: ['deliveries'],
  support: ['board'],
  accountant: ['board'],
}

/** The tabs of a phone. */
const tabs: Record<StaffRole, readonly PageName[]> = {
  owner: ['board', 'pickList', 'stock', 'cash', 'me'],
  manager: ['board', 'pickList', 'stock', 'cash', 'me'],
  packer: ['pickList', 'handOver', 'stock', 'me'],
  rider: ['deliveries', 'riderCash', 'me'],
  support: ['board', 'stock', 'me'],
  accountant: ['board', 'stock', 'cash', 'me'],
}

export const pagesOf = (role: StaffRole) => pages.filter(({ roles }) => roles.includes(role))

export const tabsOf = (role: StaffRole) => byName(role, tabs[role])

export const firstPathOf = (role: StaffRole): string => byName(role, firstPages[role])[0]!.path

function byName(role: StaffRole, names: readonly PageName[]): DeskPage[] {
  const allowed = pagesOf(role)
  return names.flatMap((name) => allowed.find((page) => page.name === name) ?? [])
}
