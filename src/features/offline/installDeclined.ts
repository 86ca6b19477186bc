import * as v from 'valibot'

import { persistedAtom } from '#platform/storage/persistedAtom.ts'

/** Of the device, not of the shopper: it stays when somebody signs out. */
export const installDeclinedAtom = persistedAtom<boolean>(
  'device:install-declined',
  v.boolean(),
  false,
)
