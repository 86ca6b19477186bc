import { fileURLToPath } from 'node:url'

const inSource = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

type Module = { importedIds: string[] }
type Modules = { getModuleInfo: (id: string) => Module | null }

const first = [
  'main.tsx',
  'pages/catalogue/HomePage.tsx',
  'contract/catalogue/stock.ts',
  'platform/connectivity/connectivity.ts',
  'platform/api/productCache.ts',
  'ui/overlays/Dialog.tsx',
]
const late = [
  'app/deferred/DeferredShell.tsx',
  'app/deferred/DeferredDialogs.tsx',
  'app/menu/panels.tsx',
  'features/cart/cart.ts',
  'features/location/popup/LocationDialogs.tsx',
  'features/offline/WhileOffline.tsx',
  'features/reviews/reviews.ts',
  'features/search/SuggestionList.tsx',
  'platform/serviceWorker/registration.ts',
]
const waiting = [
  'app/deferred/OutboxPart.tsx',
  'features/account/addresses/addressOutbox.ts',
  'features/account/profile/profileOutbox.ts',
  'features/auth/logout/LogoutDialog.tsx',
  'features/cart/cartOutbox.ts',
  'features/wishlist/wishlistOutbox.ts',
  'platform/outbox/changes.ts',
  'platform/outbox/outbox.ts',
]
const common = [
  'features/catalogue/products/ProductGrid.tsx',
  'features/notifications/pushChoice.ts',
  'features/offline/StoredPricesNote.tsx',
  'features/product/sizes/SizeChartDialog.tsx',
  'pages/catalogue/ViewedProducts.tsx',
]
const asking =
  /node_modules\/(ky|valibot)\/|\/src\/contract\/|\/src\/platform\/(api\/http|storage\/persistedRecord)\.ts$/

/** Brought by the entry on demand, so that it begins in a turn of its own. */
const drawing = /node_modules\/(react-dom|scheduler)\//

/** Of what they import, what pages show stays with the pages. */
const isOfOutbox = (id: string) => !id.includes('/src/ui/') && !id.includes('/src/contract/')

/** Files of the page, with all that they import and what that imports, but not on demand. */
function withImports(paths: string[], modules: Modules): Set<string> {
  const found = new Set(paths.map(inSource))
  // A set that grows while it is gone through is gone through to its new end.
  for (const id of found)
    modules.getModuleInfo(id)?.importedIds.forEach((other) => found.add(other))
  return found
}

/**
 * A phone fetches one file sooner than ten small ones. `store`: the entry, all that it imports, and
 * the home page, where most begin. `late`: what comes once the page rests, the question for the place
 * with it, and what asks the server and checks what it says: no first sight needs either, and both
 * come in the same moment; the few styles of it are in `store`, a file less. `outbox`: what sends changes and
 * shows those that wait; it comes once a customer's page rests. `parts`: cards of products,
 * and what is left of fields and notes, which most pages after the first need. `support`: what the pages
 * to read are made of, as each further name of a file is a part of the program that names it. What else
 * is imported on demand stays in chunks of its own.
 */
function groupsOf(modules: Modules) {
  const atOnce = withImports(first, modules)
  const inLate = withImports(late, modules)
  const inOutbox = withImports(waiting, modules)
  const inCommon = withImports(common, modules)

  return (id: string): string | null => {
    if (atOnce.has(id) || drawing.test(id) || (inLate.has(id) && id.endsWith('.css')))
      return 'store'
    if (asking.test(id) || inLate.has(id)) return 'late'
    if (inOutbox.has(id) && isOfOutbox(id)) return 'outbox'
    if (inCommon.has(id) || id.includes('/src/ui/')) return 'parts'
    return id.includes('/src/features/support/') ? 'support' : null
  }
}

let groupOf: ReturnType<typeof groupsOf> | undefined
const chunkOf = (id: string, modules: Modules) => (groupOf ??= groupsOf(modules))(id)

/** What one chunk has claimed with all its imports, those after it cannot claim. */
export const groups = ['store', 'late', 'parts', 'outbox', 'support'].map((name, place) => ({
  name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
  priority: 9 - place,
}))
