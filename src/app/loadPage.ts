import { type ComponentType, lazy } from 'react'

import { type Page, pageAt } from '#contract/paths.ts'

type Load = () => Promise<{ default: ComponentType }>

/** Each is a chunk of its own; `home` stands in `pages/HomePage.tsx`, and so on. */
const loads: Partial<Record<Page, Load>> = {
  home: () => import('#pages/HomePage.tsx'),
  collections: () => import('#pages/CollectionsPage.tsx'),
  search: () => import('#pages/SearchPage.tsx'),
  product: () => import('#pages/ProductPage.tsx'),
  cart: () => import('#pages/CartPage.tsx'),
  checkout: () => import('#pages/CheckoutPage.tsx'),
  wishlist: () => import('#pages/WishlistPage.tsx'),
  account: () => import('#pages/AccountPage.tsx'),
  profile: () => import('#pages/ProfilePage.tsx'),
  addresses: () => import('#pages/AddressesPage.tsx'),
  tracking: () => import('#pages/TrackingPage.tsx'),
  orders: () => import('#pages/OrdersPage.tsx'),
  order: () => import('#pages/OrderPage.tsx'),
  support: () => import('#pages/SupportPage.tsx'),
  faq: () => import('#pages/FaqPage.tsx'),
  refund: () => import('#pages/RefundPage.tsx'),
  policy: () => import('#pages/PolicyPage.tsx'),
  terms: () => import('#pages/TermsPage.tsx'),
  privacy: () => import('#pages/PrivacyPage.tsx'),
  refundPolicy: () => import('#pages/RefundPolicyPage.tsx'),
  about: () => import('#pages/AboutPage.tsx'),
  contact: () => import('#pages/ContactPage.tsx'),
}

const list = Object.entries(loads) as [Page, Load][]
export const screens = new Map<Page, ComponentType>(
  list.map(([page, load]) => [page, lazy(() => atOnce(page) ?? load())]),
)

/** What was fetched ahead is drawn in the tap's own turn: `lazy` waits for a promise, not for this. */
const fetched = new Map<Page, Awaited<ReturnType<Load>>>()
function atOnce(page: Page): ReturnType<Load> | undefined {
  const loaded = fetched.get(page)
  if (!loaded) return undefined
  return { then: (take: (known: typeof loaded) => void) => take(loaded) } as ReturnType<Load>
}

/** Brings a page's module before anything is drawn: `lazy` draws its fallback the first time. */
export async function loadPage(url: URL): Promise<void> {
  const found = pageAt(url)
  const load = found && loads[found.page]
  if (load) screens.set(found.page, (await load()).default)
}

/** Fetches a page's chunk ahead of the visit. The screen itself stays the lazy one. */
export async function prefetchPage(page: Page): Promise<void> {
  const module = await loads[page]?.()
  if (module) fetched.set(page, module)
}
