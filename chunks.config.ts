import { fileURLToPath } from 'node:url'

const inSource = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

type Module = { importedIds: string[] }
type Modules = { getModuleInfo: (id: string) => Module | null }

const firstView = [
  'main.tsx',
  'pages/catalogue/HomePage.tsx',
  'contract/catalogue/stock.ts',
  'platform/connectivity/connectivity.ts',
  'platform/api/reads/reads.ts',
  'ui/overlays/Dialog.tsx',
]
const afterIdle = [
  'app/deferred/DeferredShell.tsx',
  'app/deferred/DeferredDialogs.tsx',
  'app/menu/panels.tsx',
  'features/cart/cart.ts',
  'features/cart/cartLines.ts',
  'features/location/popup/LocationDialogs.tsx',
  'features/location/popup/LocationSheet.tsx',
  'features/offline/OfflineIndicator.tsx',
  'features/product/viewedProduct.ts',
  'features/reviews/reviews.ts',
  'features/search/SuggestionList.tsx',
  'platform/api/http.ts',
  'platform/serviceWorker/registration.ts',
  'platform/storage/persistedRecord.ts',
]
const outbox = [
  'app/deferred/OutboxRunner.tsx',
  'features/auth/logout/LogoutDialog.tsx',
  'features/outbox/outbox.ts',
  'platform/outbox/changes.ts',
]
const shared = [
  'contract/values/codes.ts',
  'features/catalogue/products/ProductGrid.tsx',
  'features/location/ArrivalTime.tsx',
  'features/notifications/pushPreferencesAtom.ts',
  'features/offline/ReadAgeNote.tsx',
  'features/product/sizes/SizeChartDialog.tsx',
  'pages/catalogue/ViewedProducts.tsx',
  'platform/api/reads/allCategories.ts',
  'platform/outbox/pendingChanges.ts',
  'platform/session/afterLogin.ts',
  'platform/usePathParam.ts',
  'ui/text/RichText.tsx',
]
const listing = [
  'features/catalogue/listing/BrandHead.tsx',
  'features/catalogue/listing/ListView.tsx',
]
const apiLibraries = /node_modules\/(ky|valibot)\//

/** The entry imports it dynamically, so that it is evaluated in a task of its own. */
const reactDom = /node_modules\/(react-dom|scheduler)\//

/** UI components and the contract stay in the chunks of the pages. */
const isOfOutbox = (id: string) => !id.includes('/src/ui/') && !id.includes('/src/contract/')

/** Few pages need the photo viewer, the photo picker and the invoice. */
const isSharedUi = (id: string) => /\/src\/ui\/(?!photos\/|documents\/)/.test(id)

/** Files with everything that they import statically, directly or not. */
function withImports(paths: string[], modules: Modules): Set<string> {
  const found = new Set(paths.map(inSource))
  // Iterating over a set includes the elements that are added meanwhile.
  for (const id of found)
    modules.getModuleInfo(id)?.importedIds.forEach((other) => found.add(other))
  return found
}

/**
 * Groups modules into a few chunks, because a phone downloads one file sooner than ten small ones
 * (without groups the build has 137 chunks instead of 62):
 *
 * - `store`: the entry with all its imports, React DOM and the home page.
 * - `deferred`: what the page imports when it is idle: dialogs, menus, the HTTP client and validation. Its
 *   few styles are in `store`, which saves a request.
 * - `outbox`: sends and shows pending changes; imported when a customer's page is idle.
 * - `parts`: UI components and product cards that most further pages need.
 * - `listing`: product lists and the head of brand pages.
 * - `support`: the texts and parts of the information pages.
 *
 * Other modules that are imported dynamically keep chunks of their own.
 */
function groupsOf(modules: Modules) {
  const inFirstView = withImports(firstView, modules)
  const inAfterIdle = withImports(afterIdle, modules)
  const inOutbox = withImports(outbox, modules)
  const inShared = withImports(shared, modules)
  const inListing = withImports(listing, modules)

  return (id: string): string | null => {
    if (inFirstView.has(id) || reactDom.test(id) || (inAfterIdle.has(id) && id.endsWith('.css')))
      return 'store'
    // Before `deferred`, which lists and products would otherwise load before they are hydrated.
    if (inShared.has(id)) return 'parts'
    if (apiLibraries.test(id) || inAfterIdle.has(id)) return 'deferred'
    if (inOutbox.has(id) && isOfOutbox(id)) return 'outbox'
    if (isSharedUi(id)) return 'parts'
    if (inListing.has(id)) return 'listing'
    return id.includes('/src/features/support/') ? 'support' : null
  }
}

let groupOf: ReturnType<typeof groupsOf> | undefined
const chunkOf = (id: string, modules: Modules) => (groupOf ??= groupsOf(modules))(id)

/** A module belongs to the first group that claims it. */
export const groups = ['store', 'parts', 'deferred', 'outbox', 'listing', 'support'].map(
  (name, place) => ({
    name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
    priority: 9 - place,
  }),
)
