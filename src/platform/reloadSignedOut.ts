import { persistedRecord } from './persistedRecord.ts'

const reloadPauseMs = 10_000
const lastReload = persistedRecord('device:signed-out-reload', (stored) =>
  typeof stored === 'number' ? stored : undefined,
)

/** A page full of somebody's things must not stay; but a loop of reloads must not start either. */
export async function reloadSignedOut(): Promise<void> {
  const last = (await lastReload.read()) ?? 0
  if (Date.now() - last < reloadPauseMs) return
  await lastReload.write(Date.now())
  location.hash = 'login'
  location.reload()
}
