import type { ComponentType } from 'react'

import { type Page, pageAt } from '#contract/paths.ts'
import { loadAhead } from '#platform/useDeferredImport.ts'

export type LoadScreen = () => Promise<{ default: ComponentType }>

/** Each is a chunk of its own; `home` stands in `pages/HomePage.tsx`, and so on. */
const loads: Partial<Record<Page, LoadScreen>> = {
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

/** How to download the program of a page. */
export const loadOf = (page: Page) => loads[page]

/** Loads a page's program before anything is rendered: the first render then shows the page itself. */
export async function loadPage(url: URL): Promise<void> {
  const page = pageAt(url)?.page
  if (page) await prefetchPage(page)
}

/** Downloads a page's program ahead of the visit, so that a tap renders the page at once. */
export async function prefetchPage(page: Page): Promise<void> {
  const load = loads[page]
  if (load) await loadAhead(load)
}
