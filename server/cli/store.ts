import { Command } from 'commander'

import { escaped } from '#contract/writtenText.ts'
import { complaintCommand } from './complaintCommand.ts'
import { factsCommand } from './factsCommand.ts'
import { importCommand } from './importCommand.ts'
import { offerCommand } from './offerCommand.ts'
import { orderCommand } from './orderCommand.ts'
import { refundCommand } from './refundCommand.ts'
import { userCommand } from './userCommand.ts'

const program = new Command('store')
  .description('The back office of the Pehno store. It works while the store runs, too.')
  .addCommand(new Command('catalogue').description('the products').addCommand(importCommand))
  .addCommand(factsCommand)
  .addCommand(complaintCommand)
  .addCommand(userCommand)
  .addCommand(orderCommand)
  .addCommand(refundCommand)
  .addCommand(offerCommand)

try {
  await program.parseAsync()
} catch (error) {
  console.error(escaped(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
}
