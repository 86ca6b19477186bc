import type { Database } from '#server/database/client/connect.ts'
import { requireMigrated } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { loadPepper } from '#server/platform/storage/secrets.ts'
import {
  loadEnvFile,
  photoFolder,
  readSettings,
  type Settings,
} from '#server/platform/runtime/settings.ts'

export type StoreContext = {
  db: Database
  /** For statements that take minutes in a large database. */
  background: Database
  photoFolder: string
  /** The origin of links to the store. */
  publicOrigin: string
  /** The key of hashes that outlive an account. */
  readPepper: () => Promise<string>
  /** Through whom the store is paid. */
  providerName: PaymentProvider['name']
  hasRateLimits: boolean
}

/**
 * Opens the store's database for a command; while the store runs, through its socket. A database of another
 * version is left as it is.
 */
export function withStore(work: (store: StoreContext) => Promise<void>): Promise<void> {
  return withDatabase(async ({ db, background, settings }) => {
    await requireMigrated(background)
    const { publicOrigin, hasRateLimits } = settings
    await work({
      ...{ db, background, photoFolder: photoFolder(settings), publicOrigin, hasRateLimits },
      readPepper: () => loadPepper(settings, db),
      providerName: settings.razorpay ? 'razorpay' : 'sandbox',
    })
  })
}

type DatabaseContext = Pick<StoreContext, 'db' | 'background'> & {
  settings: Settings
  /** Whether another process, the running store, has opened the embedded database. */
  isStoreRunning: boolean
}

/** Opens the database without checking or migrating its version. */
export async function withDatabase(
  work: (opened: DatabaseContext) => Promise<void>,
): Promise<void> {
  loadEnvFile()
  const settings = readSettings()
  log.level = settings.logLevel
  const { db, background, isOwner, close } = await openDatabase(settings)
  try {
    await work({ db, background, settings, isStoreRunning: !settings.databaseUrl && !isOwner })
  } finally {
    await close()
  }
}
