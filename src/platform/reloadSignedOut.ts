import { persistedRecord } from './persistedRecord.ts'

const reloadPauseMs = 10_000
const lastReload = persistedRecord('device:signed-out-reload', (stored) =>
  typeof stored === 'number' ? stored : undefined,
)

/** Reloads after a 401, so that no customer data stays on the screen; at most once in 10 s, against loops. */
export async function reloadSignedOut(): Promise<void> {
  const last = (await lastReload.read()) ?? 0
  if (Date.now() - last < reloadPauseMs) return
  await lastReload.write(Date.now())
  location.hash = 'login'
  location.reload()
}
