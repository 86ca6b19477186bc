import { Command } from 'commander'

import {
  type BrandChanges,
  type CategoryChanges,
  changeGroup,
  type Group,
  type GroupKind,
  listGroups,
  mergeGroups,
  orderGroups,
} from '#server/features/catalogue/groups/groups.ts'
import { importPhotoFile } from '#server/features/catalogue/import/importPhoto.ts'
import {
  confirm,
  type JsonOption,
  jsonOption,
  parseShortText,
  print,
  printJson,
  printTable,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

const pluralOf: Record<GroupKind, string> = {
  brand: 'brands',
  category: 'categories',
  subcategory: 'subcategories',
}

function printGroups(kind: GroupKind, groups: Group[]): void {
  printTable(
    groups.map(({ id, name, products, photo, aliases }) => [
      id,
      name,
      products === 1 ? '1 product' : `${products} products`,
      photo ? 'photo' : 'no photo',
      aliases.length > 0 ? `also ${aliases.join(', ')}` : '',
    ]),
  )
  print(groups.length === 1 ? `1 ${kind}.` : `${groups.length} ${pluralOf[kind]}.`)
}

const listCommand = (kind: GroupKind) =>
  new Command('list')
    .description(`list ${pluralOf[kind]} in the order of the store, with their products`)
    .option(...jsonOption)
    .action(({ json }: JsonOption) =>
      withStore(async ({ db }) => {
        const groups = await listGroups(db, kind)
        if (json) printJson(groups)
        else printGroups(kind, groups)
      }),
    )

type ChangeOptions = JsonOption & {
  name?: string
  title?: string
  photo?: string
  description?: string
  premium?: boolean
  tryAndBuy?: boolean
}

/** A brand's photo is its logo and is not cropped; that of a category is cropped like a product's. */
const shapeOf = { brand: 'whole', category: 'card', subcategory: 'card' } as const

function changesOf(options: ChangeOptions): BrandChanges | CategoryChanges {
  const { name, title, description, premium: isPremium, tryAndBuy: hasTryAndBuy } = options
  const changes = { name, title, description, isPremium, hasTryAndBuy }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function changeCommand(kind: GroupKind): Command {
  const command = new Command('change')
    .description(
      `change the name, photo and other details of a ${kind}; omitted options stay the same`,
    )
    .argument('<id>', `the id from "${kind} list"`)
    .option('--name <text>', 'the name; an import finds it by the old one too', parseShortText(80))
    .option('--photo <file>', 'the file of the photo')
    .option(...jsonOption)
  if (kind === 'category') command.option('--title <text>', 'the heading', parseShortText(80))
  if (kind === 'brand')
    command
      .option('--description <text>', 'the text of its page', parseShortText(400))
      .option('--premium', 'show it among the premium brands')
      .option('--no-premium', 'do not show it among the premium brands')
      .option('--try-and-buy', 'offer Try & Buy')
      .option('--no-try-and-buy', 'do not offer Try & Buy')
  return command
    .hook('preAction', (_, hooked) => {
      const { json: _json, ...changes } = hooked.opts<ChangeOptions>()
      if (Object.keys(changes).length > 0) return
      hooked.error('error: specify what to change', { exitCode: 2 })
    })
    .action((id: string, options: ChangeOptions) =>
      withStore(async ({ db, photoFolder }) => {
        const { photo: file, json } = options
        const photo = file && (await importPhotoFile(file, photoFolder, shapeOf[kind]))
        await changeGroup(db, { kind, id }, { ...changesOf(options), ...(photo && { photo }) })
        const changed = (await listGroups(db, kind)).filter((group) => group.id === id)
        if (json) printJson(changed[0])
        else printGroups(kind, changed)
      }),
    )
}

const mergeCommand = (kind: GroupKind) =>
  new Command('merge')
    .description(`merge a ${kind} into another one`)
    .argument('<from>', `the id of the ${kind} to merge, which is deleted`)
    .argument('<into>', `the id of the ${kind} to keep, which gets its products`)
    .option(...yesOption)
    .action((from: string, into: string, options: YesOption) =>
      withStore(async ({ db }) => {
        const groups = await listGroups(db, kind)
        const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? id
        await confirm(`Merge ${nameOf(from)} into ${nameOf(into)}?`, options)
        await mergeGroups(db, { kind, from, into })
        const merged = (await listGroups(db, kind)).filter(({ id }) => id === into)
        printGroups(kind, merged)
      }),
    )

const orderCommand = (kind: GroupKind) =>
  new Command('order')
    .description(`show these ${pluralOf[kind]} first, in this order`)
    .argument('<id...>', `ids from "${kind} list"`)
    .action((ids: string[]) =>
      withStore(async ({ db }) => {
        await orderGroups(db, kind, ids)
        printGroups(kind, await listGroups(db, kind))
      }),
    )

const groupCommand = (kind: GroupKind) =>
  new Command(kind)
    .description(`list, change, merge and order ${pluralOf[kind]}`)
    .addCommand(listCommand(kind))
    .addCommand(changeCommand(kind))
    .addCommand(mergeCommand(kind))
    .addCommand(orderCommand(kind))

export const brandCommand = groupCommand('brand')
export const categoryCommand = groupCommand('category')
export const subcategoryCommand = groupCommand('subcategory')
