import { Command, CommanderError } from 'commander'
import { DrizzleQueryError } from 'drizzle-orm'

import { escapeControlCharacters } from '#contract/api/fields.ts'
import { isBusy } from '#server/database/client/transaction.ts'
import { complaintCommand, offerCommand, userCommand } from './commands/customerCommands.ts'
import { couponCommand } from './commands/couponCommands.ts'
import { databaseCommand } from './commands/databaseCommands.ts'
import { fileErrorText } from './files.ts'
import {
  chargesCommand,
  factsCommand,
  homeCommand,
  termsCommand,
} from './commands/storefrontCommands.ts'
import { importCommand, priceCommand, stockCommand } from './commands/catalogueCommands.ts'
import { agentCommand, orderCommand } from './commands/orderCommands.ts'
import { deliveryCommand } from './commands/deliveryCommands.ts'
import { deskCommand } from './commands/deskCommand.ts'
import { pickupCommand } from './commands/pickupCommands.ts'
import { exchangeCommand, refundCommand, returnCommand } from './commands/returnCommands.ts'
import { brandCommand, categoryCommand, subcategoryCommand } from './commands/groupCommands.ts'
import { keyCommand } from './commands/keyCommands.ts'
import { productCommand } from './commands/productCommands.ts'
import { reviewCommand } from './commands/reviewCommands.ts'
import { sizeChartCommand } from './commands/sizeChartCommands.ts'
import { staffCommand } from './commands/staffCommands.ts'
import { warehouseCommand } from './commands/warehouseCommands.ts'
import { webhookCommand } from './commands/webhookCommands.ts'

/** 0: success. 1: refused or failed, with a message on standard error. 2: usage error. */
export type ExitCode = 0 | 1 | 2

const program = new Command('store')
  .description('The back office of the Pehno store. It also works while the store runs.')
  .addCommand(
    new Command('catalogue').description('manage the catalogue').addCommand(importCommand),
  )
  .addCommand(productCommand)
  .addCommand(brandCommand)
  .addCommand(categoryCommand)
  .addCommand(subcategoryCommand)
  .addCommand(sizeChartCommand)
  .addCommand(stockCommand)
  .addCommand(priceCommand)
  .addCommand(couponCommand)
  .addCommand(chargesCommand)
  .addCommand(termsCommand)
  .addCommand(homeCommand)
  .addCommand(warehouseCommand)
  .addCommand(orderCommand)
  .addCommand(agentCommand)
  .addCommand(returnCommand)
  .addCommand(exchangeCommand)
  .addCommand(pickupCommand)
  .addCommand(deskCommand)
  .addCommand(deliveryCommand)
  .addCommand(refundCommand)
  .addCommand(reviewCommand)
  .addCommand(complaintCommand)
  .addCommand(userCommand)
  .addCommand(staffCommand)
  .addCommand(keyCommand)
  .addCommand(webhookCommand)
  .addCommand(offerCommand)
  .addCommand(factsCommand)
  .addCommand(databaseCommand)

throwInsteadOfExit(program)

/** Runs a command with the arguments after `store`. */
export async function runStore(args: string[]): Promise<ExitCode> {
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const message = errorText(error)
    console.error(
      escapeControlCharacters(
        isBusy(error) ? `The database does not respond: ${message}` : message,
      ),
    )
    return 1
  }
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help lists all options)')
  for (const part of command.commands) throwInsteadOfExit(part)
}

function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return errorText(error.cause)
  if (error instanceof AggregateError && error.message === '') {
    return errorText(error.errors[0])
  }
  const sentence = fileErrorText(error) ?? (error instanceof Error ? error.message : String(error))
  return /[.?!:)]$/.test(sentence) || sentence.includes('\n') ? sentence : `${sentence}.`
}
