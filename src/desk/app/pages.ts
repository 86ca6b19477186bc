import { everybody, managers, orderRoles, type StaffRole } from '#contract/staff/roles.ts'
import { texts } from './texts.ts'

type Group = keyof typeof texts.groups
export type PageName = 'board' | 'order' | 'people' | 'history' | 'me'

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
    load: () => import('#desk/orders/BoardPage.tsx'),
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
  packer: ['board'],
  rider: ['me'],
  support: ['board'],
  accountant: ['board'],
}

/** The tabs of a phone. */
const tabs: Record<StaffRole, readonly PageName[]> = {
  owner: ['board', 'me'],
  manager: ['board', 'me'],
  packer: ['board', 'me'],
  rider: ['me'],
  support: ['board', 'me'],
  accountant: ['board', 'me'],
}

export const pagesOf = (role: StaffRole) => pages.filter(({ roles }) => roles.includes(role))

export const tabsOf = (role: StaffRole) => byName(role, tabs[role])

export const firstPathOf = (role: StaffRole): string => byName(role, firstPages[role])[0]!.path

function byName(role: StaffRole, names: readonly PageName[]): DeskPage[] {
  const allowed = pagesOf(role)
  return names.flatMap((name) => allowed.find((page) => page.name === name) ?? [])
}
