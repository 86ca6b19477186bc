import { describe } from 'vitest'

import { allCalls } from '#contract/api/allCalls.ts'
import type { Call } from '#contract/api/calls.ts'
import { test } from '#tests/support/api/tests/checkoutTest.ts'
import { isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { portionsOf, proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { sendInvalidRequests } from '#tests/support/calls/sendInvalid.ts'

const runs = isOnPostgres ? proofScale.invalidRequests : 50

describe.each(Object.entries<Call>(allCalls))('%s', (_, call) => {
  test.for(portionsOf(runs, 500))(
    'refuses invalid requests with a message, never with a server error, and changes nobody else’s data [safe.2] [safe.3]',
    { timeout: proofTimeoutMs },
    async (portion, { api, db, me }) => {
      await sendInvalidRequests({ db, api, me }, call, portion)
    },
  )
})
