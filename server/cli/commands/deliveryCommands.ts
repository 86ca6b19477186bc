import { Argument, Command } from 'commander'

import { DeliveryProof } from '#contract/staff/deliverySettings.ts'
import {
  readDeliverySettings,
  saveDeliverySettings,
  settingsChange,
} from '#server/commerce/delivery/deliverySettings.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { commandLine, recordChange } from '#server/platform/http/staffSessions.ts'
import { readCash, receiveCashOfAgent } from '#server/features/orders/staff/delivery/riderCash.ts'
import { asCommandLine } from '#server/cli/staffContext.ts'
import {
  formatRupees,
  type JsonOption,
  jsonOption,
  parsePhone,
  parseRupees,
  parseShortText,
  print,
  printJson,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

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
  .action((required: DeliveryProof | undefined, { json }: JsonOption) =>
    withStore(async ({ db }) => {
      if (required) {
        await inTransaction(db, async (tx) => {
          const before = await readDeliverySettings(tx)
          await saveDeliverySettings(tx, { proof: required })
          await recordChange(tx, commandLine, settingsChange(before, { proof: required }))
        })
      }
      const settings = await readDeliverySettings(db)
      if (json) printJson(settings)
      else print(proofTexts[settings.proof])
    }),
  )

const cash = new Command('cash')
  .description(
    'show the cash that riders and delivery agents carry, and what was handed over lately',
  )
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const read = await asCommandLine(db, ({ db: tx, actor }) => readCash(tx, actor))
      if (json) return printJson(read)
      if (read.sheets.length === 0) print('Nobody carries cash.')
      for (const { rider, cashPaise, collected } of read.sheets) {
        const numbers = collected.map(({ number }) => number).join(', ')
        print(`${rider.name}  ${formatRupees(cashPaise)}  ${numbers}`)
      }
    }),
  )

type ReceiveOptions = JsonOption & { phone: string; amount: number; reason?: string }

const receive = new Command('receive-cash')
  .description(
    'record the cash that a delivery agent without an account at the desk has handed over',
  )
  .requiredOption('--phone <number>', 'the agent’s phone number', parsePhone)
  .requiredOption('--amount <rupees>', 'what you counted', parseRupees)
  .option('--reason <text>', 'why it is not what they collected', parseShortText(200))
  .option(...jsonOption)
  .action(({ phone: contactNumber, amount: receivedPaise, reason, json }: ReceiveOptions) =>
    withStore(async ({ db }) => {
      const read = await asCommandLine(db, async (context) => {
        await receiveCashOfAgent(context, { contactNumber, receivedPaise, reason })
        return readCash(context.db, context.actor)
      })
      if (json) printJson(read)
      else print(`${formatRupees(receivedPaise)} received.`)
    }),
  )

export const deliveryCommand = new Command('delivery')
  .description('how riders deliver')
  .addCommand(proof)
  .addCommand(cash)
  .addCommand(receive)
