import { Command } from 'commander'

import { readAdminProduct } from '#server/features/catalogue/products/product.ts'
import {
  deleteProduct,
  showProduct,
  withdrawProduct,
} from '#server/features/catalogue/products/withdraw.ts'
import { confirm, print, type YesOption, yesOption } from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

const code = ['<code>', 'the product code'] as const

const withdraw = new Command('withdraw')
  .description('take a product off the store; orders keep it, an import does not show it again')
  .argument(...code)
  .action((text: string) =>
    withStore(async ({ db }) => {
      await withdrawProduct(db, text)
      print(`${text} is withdrawn. "product show ${text}" shows it again.`)
    }),
  )

const show = new Command('show')
  .description('show a withdrawn product again')
  .argument(...code)
  .action((text: string) =>
    withStore(async ({ db }) => {
      await showProduct(db, text)
      print(`${text} is shown again.`)
    }),
  )

const remove = new Command('delete')
  .description('delete a product that was never ordered')
  .argument(...code)
  .option(...yesOption)
  .action((text: string, options: YesOption) =>
    withStore(async ({ db }) => {
      const { name, brand } = await readAdminProduct(db, text)
      await confirm(`Delete ${brand} ${name} (${text})?`, options)
      await deleteProduct(db, text)
      print(`${text} is deleted.`)
    }),
  )

export const productCommand = new Command('product')
  .description('withdraw, show and delete products')
  .addCommand(withdraw)
  .addCommand(show)
  .addCommand(remove)
