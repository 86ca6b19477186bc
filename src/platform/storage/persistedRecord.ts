import { createSessionGuard, withIndexedDb } from './deviceStorage.ts'
import { storedValues } from './storedValues.ts'

/**
 * A value on the device (`storedValues.ts`) that no component displays, such as an order that waits for its response. It
 * is deleted at logout. Where storage is denied, it lives as long as the page.
 */
export function persistedRecord<Value>(key: string, parse: (stored: unknown) => Value | undefined) {
  let unstored: { value: Value; isValid: () => boolean } | undefined

  return {
    async read(): Promise<Value | undefined> {
      // Parsed as well, because a value that waits may expire.
      if (unstored?.isValid()) return parse(unstored.value)
      const stored: unknown = await withIndexedDb(async () =>
        (await storedValues()).get<unknown>(key),
      ).catch(ignoreDenied)
      return stored === undefined ? undefined : parse(stored)
    },
    async write(value: Value): Promise<void> {
      const pending = { value, isValid: createSessionGuard() }
      unstored = pending
      await withIndexedDb(async () => (await storedValues()).set(key, value)).then(() => {
        // A later value may not be stored yet.
        if (unstored === pending) unstored = undefined
      }, ignoreDenied)
    },
    async remove(): Promise<void> {
      unstored = undefined
      await withIndexedDb(async () => (await storedValues()).delMany([key])).catch(ignoreDenied)
    },
  }
}

function ignoreDenied(error: unknown): undefined {
  if (error instanceof DOMException) return undefined
  throw error
}
