import { Argument, Command } from 'commander'

import { DeliveryProof } from '#contract/staff/deliverySettings.ts'
import {
  readDeliverySettings,
  saveDeliverySettings,
  settingsChange,
} from '#server/commerce/deliverySettings.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { commandLine, recordChange } from '#server/platform/http/staffSessions.ts'
import { type JsonOption, jsonOption, print, printJson } from './terminal.ts'
import { withStore } from './withStore.ts'

const proofTexts: Record<DeliveryProof, string> = {
  none: 'Riders deliver without a proof.',
  code: 'Riders deliver with the code that the customer reads in the order.',
  photo: 'Riders deliver with a photo.',
}

const proof = new Command('proof')
  .description(
    'show or set what riders need to deliver the orders that are handed over from then on',
  )
  .addArgument(new Argument('[proof]', 'what they need').choices(DeliveryProof.options))
  .option(...jsonOption)
  .action((wanted: DeliveryProof | undefined, { json }: JsonOption) =>
    withStore(async ({ db }) => {
      if (wanted) {
        await inTransaction(db, async (tx) => {
          const before = await readDeliverySettings(tx)
          await saveDeliverySettings(tx, { proof: wanted })
          await recordChange(tx, commandLine, settingsChange(before, { proof: wanted }))
        })
      }
      const settings = await readDeliverySettings(db)
      if (json) printJson(settings)
      else print(proofTexts[settings.proof])
    }),
  )

export const deliveryCommand = new Command('delivery')
  .description('how riders deliver')
  .addCommand(proof)
