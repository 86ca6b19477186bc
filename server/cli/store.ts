import { Command } from 'commander'

import { importCommand } from './importCommand.ts'

const program = new Command('store')
  .description('The back office of the Pehno store. It works while the store runs, too.')
  .addCommand(new Command('catalogue').description('the products').addCommand(importCommand))

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
