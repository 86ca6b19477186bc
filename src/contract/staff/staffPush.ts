import * as v from 'valibot'

import { responseSchema, type StaffSchemasByCall, SuccessResponse } from '#contract/api/fields.ts'
import { SubscribedBrowser, Subscription } from '#contract/account/notification.ts'

export const staffPushCalls = {
  /** The key that a browser needs to subscribe. */
  readStaffPushKey: { response: responseSchema({ result: v.object({ publicKey: v.string() }) }) },
  /** New orders of the person's warehouses are pushed to this browser as long as the session lasts. */
  subscribeStaffPush: {
    body: v.object({ subscription: Subscription }),
    response: SuccessResponse,
  },
  unsubscribeStaffPush: { body: SubscribedBrowser, response: SuccessResponse },
  /** Pushes a test to this browser at once; an error says why its push service did not accept it. */
  sendStaffTestPush: { body: SubscribedBrowser, response: SuccessResponse },
} satisfies StaffSchemasByCall
