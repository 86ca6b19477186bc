import { Command } from 'commander'

const program = new Command('store').description('The back office of the Pehno store')

await program.parseAsync()
