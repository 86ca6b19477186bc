import { Command, InvalidArgumentError, Option } from 'commander'

import {
  addCoupon,
  isCouponOpen,
  listCoupons,
  type NewCoupon,
  stopCoupon,
} from '#server/features/coupons/manageCoupons.ts'
import type { CouponRow } from '#server/commerce/coupons.ts'
import {
  confirm,
  day,
  dayAfter,
  type Json,
  jsonOption,
  moment,
  print,
  printJson,
  printTable,
  type PurchaseTypeName,
  purchaseTypes,
  rupees,
  rupeesInPaise,
  shortText,
  wholeNumber,
  type Yes,
  yesOption,
} from './terminal.ts'
import { withStore } from './withStore.ts'

function code(typed: string): string {
  const name = typed.trim().toUpperCase()
  if (!/^[A-Z0-9]{3,20}$/.test(name)) {
    throw new InvalidArgumentError('A code has 3 to 20 letters and digits.')
  }
  return name
}

/** 12.5 is 1250 basis points. */
function basisPoints(typed: string): number {
  const points = /^\d+(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : NaN
  if (!(points >= 1 && points <= 10_000)) {
    throw new InvalidArgumentError('It is no percentage above 0 and up to 100.')
  }
  return points
}

const worth = ({ discountType, amountPaise, basisPoints: points, ...coupon }: CouponRow) => {
  if (discountType === 'flat') return `${rupees(amountPaise ?? 0)} off`
  const limit =
    coupon.discountUpToPaise === null ? '' : ` up to ${rupees(coupon.discountUpToPaise)}`
  return `${(points ?? 0) / 100}% off${limit}`
}

function couponColumns(coupon: CouponRow): string[] {
  const { minimumPurchasePaise, purchaseType, used, maxUses, maxUsesPerUser, startsAt, endsAt } =
    coupon
  return [
    coupon.name,
    isCouponOpen(coupon) ? 'open' : 'closed',
    worth(coupon),
    minimumPurchasePaise > 0 ? `from ${rupees(minimumPurchasePaise)}` : 'any bag',
    purchaseType ?? 'Standard and Try and Buy',
    `used ${used}${maxUses === null ? '' : ` of ${maxUses}`}`,
    coupon.isFirstOrderOnly ? 'first order only' : `${maxUsesPerUser ?? 'any number'} each`,
    [startsAt && `from ${moment(startsAt)}`, endsAt && `until ${moment(endsAt)}`]
      .filter(Boolean)
      .join(' '),
    coupon.isListed ? '' : 'not listed',
  ]
}

const list = new Command('list')
  .description('all coupons, those that have ended too')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const found = await listCoupons(db)
      if (json) return printJson(found)
      printTable(found.map(couponColumns))
      print(found.length === 1 ? '1 coupon.' : `${found.length} coupons.`)
    }),
  )

type AddOptions = Json & {
  flat?: number
  percent?: number
  upTo?: number
  minimum: number
  for?: PurchaseTypeName
  from?: Date
  until?: Date
  perUser: number
  inAll?: number
  firstOrder?: boolean
  listed: boolean
  headline?: string
}

function couponOf(name: string, options: AddOptions): NewCoupon {
  const { flat, percent, upTo, until, perUser, headline } = options
  const isFlat = flat !== undefined
  return {
    name,
    headline: headline ?? null,
    discountType: isFlat ? 'flat' : 'percentage',
    amountPaise: flat ?? null,
    basisPoints: isFlat ? null : (percent ?? null),
    discountUpToPaise: upTo ?? null,
    minimumPurchasePaise: options.minimum,
    purchaseType: options.for ? purchaseTypes[options.for] : null,
    startsAt: options.from ?? null,
    endsAt: until ? dayAfter(until) : null,
    maxUsesPerUser: perUser === 0 ? null : perUser,
    maxUses: options.inAll ?? null,
    isFirstOrderOnly: options.firstOrder ?? false,
    isListed: options.listed,
  }
}

const add = new Command('add')
  .description('make a coupon')
  .argument('<code>', 'what customers type', code)
  .addOption(
    new Option('--flat <rupees>', 'take so much off').argParser(rupeesInPaise).conflicts('percent'),
  )
  .option('--percent <number>', 'take so many percent off, as 12.5', basisPoints)
  .addOption(
    new Option('--up-to <rupees>', 'with --percent: at most so much')
      .argParser(rupeesInPaise)
      .conflicts('flat'),
  )
  .option('--minimum <rupees>', 'for bags from this price on', rupeesInPaise, 0)
  .addOption(
    new Option('--for <type>', 'for one way of buying only').choices(Object.keys(purchaseTypes)),
  )
  .option('--from <day>', 'from this day on, as 2026-11-23, in India', day)
  .option('--until <day>', 'until the end of this day', day)
  .option(
    '--per-user <count>',
    'how often each customer can use it; 0: any number',
    wholeNumber(0),
    1,
  )
  .option('--in-all <count>', 'how often all customers together can use it', wholeNumber(1))
  .option('--first-order', 'for the first order of a customer only')
  .option('--no-listed', 'show it to nobody; customers have to know the code')
  .option('--headline <text>', 'what it is called where it is shown', shortText(80))
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const { flat, percent, from, until } = command.opts<AddOptions>()
    if (!flat && !percent) {
      command.error('error: say what it takes off, with --flat or --percent', { exitCode: 2 })
    }
    if (from && until && until < from) {
      command.error('error: --until is before --from', { exitCode: 2 })
    }
  })
  .action((name: string, options: AddOptions) =>
    withStore(async ({ db }) => {
      const added = await addCoupon(db, couponOf(name, options))
      if (options.json) printJson(added)
      else printTable([couponColumns(added)])
    }),
  )

const stop = new Command('stop')
  .description('end a coupon now; placed orders keep their discount')
  .argument('<code>', 'what customers type', code)
  .option(...jsonOption)
  .option(...yesOption)
  .action((name: string, options: Json & Yes) =>
    withStore(async ({ db }) => {
      await confirm(`End coupon ${name} now?`, options)
      const stopped = await stopCoupon(db, name)
      if (options.json) printJson(stopped)
      else print(`Coupon ${name} has ended. It was used ${stopped.used} times.`)
    }),
  )

export const couponCommand = new Command('coupon')
  .description('coupons')
  .addCommand(list)
  .addCommand(add)
  .addCommand(stop)
