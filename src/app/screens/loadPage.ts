import type { ComponentType } from 'react'

import { type Page, pageAt } from '#contract/paths.ts'
import { preload } from '#platform/rendering/useDeferredImport.ts'

export type LoadScreen = () => Promise<{ default: ComponentType }>

/**
 * Each page is a chunk of its own. The server finds it by its file name: `HomePage.tsx` for `home`.
 */
const loads: Partial<Record<Page, LoadScreen>> = {
  home: () => import('#pages/catalogue/HomePage.tsx'),
  collections: () => import('#pages/catalogue/CollectionsPage.tsx'),
  search: () => import('#pages/catalogue/SearchPage.tsx'),
  product: () => import('#pages/catalogue/ProductPage.tsx'),
  cart: () => import('#pages/cart/CartPage.tsx'),
  checkout: () => import('#pages/checkout/CheckoutPage.tsx'),
  wishlist: () => import('#pages/account/WishlistPage.tsx'),
  account: () => import('#pages/account/AccountPage.tsx'),
  profile: () => import('#pages/account/ProfilePage.tsx'),
  addresses: () => import('#pages/account/AddressesPage.tsx'),
  tracking: () => import('#pages/orders/TrackingPage.tsx'),
  orders: () => import('#pages/orders/OrdersPage.tsx'),
  order: () => import('#pages/orders/OrderPage.tsx'),
  support: () => import('#pages/information/SupportPage.tsx'),
  faq: () => import('#pages/information/FaqPage.tsx'),
  refund: () => import('#pages/orders/RefundPage.tsx'),
  policy: () => import('#pages/information/PolicyPage.tsx'),
  terms: () => import('#pages/information/TermsPage.tsx'),
  privacy: () => import('#pages/information/PrivacyPage.tsx'),
  refundPolicy: () => import('#pages/information/RefundPolicyPage.tsx'),
  about: () => import('#pages/information/AboutPage.tsx'),
  contact: () => import('#pages/information/ContactPage.tsx'),
}

/** The import of a page. */
export const loadOf = (page: Page) => loads[page]

/** Loads a page's code before anything is rendered, so that the first render shows the page. */
export async function loadPage(url: URL): Promise<void> {
  const page = pageAt(url)?.page
  if (page) await prefetchPage(page)
}

/** Downloads a page's code ahead of the visit, so that a tap renders it at once. */
export async function prefetchPage(page: Page): Promise<void> {
  const load = loads[page]
  if (load) await preload(load)
}
