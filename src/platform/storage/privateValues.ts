import { delMany as deleteStored, entries } from 'idb-keyval'

/** The values of a private session, as idb-keyval would have them in IndexedDB. */
const prefix = 'value:'

const parse = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text))

export const get = async <Value>(key: string) =>
  parse(sessionStorage.getItem(prefix + key)) as Value | undefined

export async function set(key: string, value: unknown): Promise<void> {
  sessionStorage.setItem(prefix + key, JSON.stringify(value))
}

export async function update<Value>(
  key: string,
  change: (stored: Value | undefined) => Value,
): Promise<void> {
  await set(key, change(parse(sessionStorage.getItem(prefix + key)) as Value | undefined))
}

export async function delMany(keys: string[]): Promise<void> {
  for (const key of keys) sessionStorage.removeItem(prefix + key)
}

export const keys = async (): Promise<string[]> =>
  Object.keys(sessionStorage)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))

/** Moves what IndexedDB has, except settings of the device, which belong to nobody. A value that was written meanwhile stays. */
export async function moveStoredValues(): Promise<void> {
  const stored = await entries<string, unknown>()
  const own = stored.filter(([key]) => !key.startsWith('device:'))
  for (const [key, value] of own) if ((await get(key)) === undefined) await set(key, value)
  await deleteStored(own.map(([key]) => key))
}
