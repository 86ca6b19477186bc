import { probeNow } from '#platform/connectivity/connectivityAtom.ts'

/**
 * A JavaScript or CSS file could not be downloaded. Unlike a failed `import()` this can be retried.
 */
export class ChunkError extends Error {
  /** The file does not exist any more: a newer version has been deployed. */
  readonly isGone: boolean

  constructor(file: string, isGone: boolean) {
    super(`Could not download ${file}`)
    this.isGone = isGone
  }
}

/** Browser messages for a module that failed although its files were downloaded. */
const missingModule = /dynamically imported module|module script/i

/** Whether only a reload can help. */
export const needsReload = (error: unknown): boolean =>
  error instanceof ChunkError
    ? error.isGone
    : error instanceof Error && missingModule.test(error.message)

/** A page that fails again after an automatic reload is not reloaded again within this time. */
const minReloadIntervalMs = 60_000

/**
 * Returns true, and records the time, if the page has not reloaded itself within the last minute. The
 * history entry, and with it what dialogs keep there, survives the reload.
 */
export function claimReload(): boolean {
  const entry = history.state as { replacedAt?: number } | null
  if (Date.now() - (entry?.replacedAt ?? 0) < minReloadIntervalMs) return false
  history.replaceState({ ...entry, replacedAt: Date.now() }, '')
  return true
}

/** Downloads are aborted after this. */
const downloadTimeoutMs = 30_000
/** Pauses before the second and third attempt; after those the caller decides. */
const retryDelaysMs = [400, 1600]

/** Pending and finished downloads, by path. */
const downloads = new Map<string, Promise<void>>()

/**
 * Every `import()` of the built page goes through here (see `retryableImports` in vite.config.ts).
 * `files` are what it needs: the chunk itself, the chunks that it imports, and their styles.
 *
 * Firefox and older Chromium remember a failed `import()`, and each failed file behind it, for as
 * long as the page lives. So the files are downloaded with `fetch` first, which forgets its
 * failures; `import()` then finds them in the browser's cache or with the service worker. The module
 * is evaluated while its styles are applied, and returned once both are done.
 */
export async function importChunk<Module>(
  load: () => Promise<Module>,
  files: string[] = [],
): Promise<Module> {
  const paths = files.map((file) => import.meta.env.BASE_URL + file)
  const scripts = paths.filter((path) => !isStyle(path)).map(ensureDownloaded)
  const styles = paths.filter(isStyle).map(ensureDownloaded)
  const [module] = await Promise.all([Promise.all(scripts).then(load), ...styles])
  return module
}

const isStyle = (path: string) => path.endsWith('.css')

function ensureDownloaded(file: string): Promise<void> {
  const existing = downloads.get(file)
  if (existing) return existing
  const pending = isInDocument(file) ? Promise.resolve() : download(file)
  downloads.set(file, pending)
  pending.catch(() => downloads.delete(file))
  return pending
}

/** Whether the document loads a file itself; its own error handler reports a failure. */
const isInDocument = (file: string) =>
  document.querySelector(`script[src="${file}"],link[rel=stylesheet][href="${file}"]`) !== null

async function download(file: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    try {
      await fetchFile(file, isStyle(file) ? 'text/css' : 'javascript', turn > 0)
      return isStyle(file) ? await applyStyles(file) : undefined
    } catch (error) {
      const delayMs = retryDelaysMs[turn]
      if (delayMs === undefined || !navigator.onLine || (error as ChunkError).isGone) {
        void probeNow()
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}

/** The retry bypasses the HTTP cache, which may hold the page of a captive portal. */
async function fetchFile(file: string, type: string, isRetry: boolean): Promise<void> {
  const response = await fetch(file, {
    cache: isRetry ? 'reload' : 'default',
    signal: AbortSignal.timeout(downloadTimeoutMs),
  }).catch(() => undefined)
  const isRight = response?.ok && response.headers.get('content-type')?.includes(type)
  // Reads the whole body: only then is the file in the cache.
  const body = isRight && (await response.text().catch(() => undefined))
  if (body === undefined || !isRight) throw new ChunkError(file, response?.status === 404)
}

function applyStyles(file: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = file
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new ChunkError(file, false))
    }
    document.head.append(link)
  })
}
