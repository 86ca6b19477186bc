import { Command, InvalidArgumentError } from 'commander'

import {
  type Count,
  type ProductSheet,
  readProductSheet,
  setPrice,
  setStock,
} from '#server/features/catalogue/products/changeProduct.ts'
import { type Json, jsonOption, rupeesInPaise } from '#server/cli/terminal/commandOptions.ts'
import { print, printJson, printTable, rupees } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'

const code = ['<code>', 'the product, by the code of the catalogue file'] as const

function printStock(product: ProductSheet): void {
  const { name, brand, pricePaise, mrpPaise, sizes, isPublished } = product
  const state = isPublished ? '' : ', a draft that is not shown'
  print(`${product.code}  ${brand} ${name}${state}`)
  print(`Price ${rupees(pricePaise)}, MRP ${rupees(mrpPaise)}`)
  printTable(sizes.map(({ size, onHand }) => ['', size, `${onHand}`]))
}

const show = new Command('show')
  .description('how many items of each size are for sale, without items of placed orders')
  .argument(...code)
  .option(...jsonOption)
  .action((typed: string, { json }: Json) =>
    withStore(async ({ db }) => {
      const product = await readProductSheet(db, typed)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

function counted(typed: string, before: Count[] = []): Count[] {
  const [, size, count] = /^(.+)=(\d{1,6})$/.exec(typed) ?? []
  if (!size) throw new InvalidArgumentError('It is written as M=12.')
  return [...before, { size, quantity: Number(count) }]
}

const set = new Command('set')
  .description('set how many items are for sale, without items of placed orders')
  .argument(...code)
  .argument('<size=count...>', 'as M=12 L=3', counted)
  .option(...jsonOption)
  .action((typed: string, counts: Count[], { json }: Json) =>
    withStore(async ({ db }) => {
      await setStock(db, typed, counts)
      const product = await readProductSheet(db, typed)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

export const stockCommand = new Command('stock')
  .description('how many items are for sale')
  .addCommand(show)
  .addCommand(set)

type PriceOptions = Json & { mrp?: number }

const setPriceCommand = new Command('set')
  .description('set what a product is sold for; placed orders keep their price')
  .argument(...code)
  .argument('<price>', 'in rupees, with all taxes', rupeesInPaise)
  .option('--mrp <price>', 'the maximum retail price, if it changes too', rupeesInPaise)
  .option(...jsonOption)
  .action((typed: string, pricePaise: number, { json, mrp: mrpPaise }: PriceOptions) =>
    withStore(async ({ db }) => {
      await setPrice(db, { code: typed, pricePaise, mrpPaise })
      const product = await readProductSheet(db, typed)
      if (json) printJson(product)
      else printStock(product)
    }),
  )

export const priceCommand = new Command('price')
  .description('what products are sold for')
  .addCommand(setPriceCommand)
