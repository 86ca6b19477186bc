import type { ComponentType } from 'react'

import { type Page, pageAt } from '#contract/pages/paths.ts'
import type * as InformationPages from '#pages/information/InformationPages.tsx'
import { preload } from '#platform/rendering/useDeferredImport.ts'

export type LoadScreen = () => Promise<{ default: ComponentType }>

/** The text pages share one file and its chunk. */
const informationPage =
  (name: keyof typeof InformationPages): LoadScreen =>
  async () => {
    const pages = await import('#pages/information/InformationPages.tsx')
    return { default: pages[name] }
  }

/**
 * Each other page is a chunk of its own. The server finds it by its file name: `HomePage.tsx` for
 * `home`; the information pages are listed in server/app/documents/builtPage.ts.
 */
const loaders: Partial<Record<Page, LoadScreen>> = {
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
  faq: informationPage('FaqPage'),
  refund: informationPage('RefundPage'),
  policy: informationPage('PolicyPage'),
  terms: informationPage('TermsPage'),
  privacy: informationPage('PrivacyPage'),
  refundPolicy: informationPage('RefundPolicyPage'),
  about: informationPage('AboutPage'),
  contact: informationPage('ContactPage'),
}

/** The import of a page. */
export const screenLoader = (page: Page) => loaders[page]

/** Loads a page's code before anything is rendered, so that the first render shows the page. */
export async function loadPage(url: URL): Promise<void> {
  const page = pageAt(url)?.page
  if (page) await prefetchPage(page)
}

/** Downloads a page's code ahead of the visit, so that a tap renders it at once. */
export async function prefetchPage(page: Page): Promise<void> {
  const load = loaders[page]
  if (load) await preload(load)
}
