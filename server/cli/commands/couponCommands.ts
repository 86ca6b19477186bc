import { Command, InvalidArgumentError, Option } from 'commander'
import { startOfDay } from '#contract/values/indianTime.ts'
import { cleanCouponCode } from '#contract/values/codes.ts'
import {
  addCoupon,
  type CouponRow,
  isCouponOpen,
  listCoupons,
  type NewCoupon,
  stopCoupon,
} from '#server/commerce/coupons.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  confirm,
  parseDay,
  dayAfter,
  type JsonOption,
  jsonOption,
  formatDay,
  formatTime,
  print,
  printJson,
  printTable,
  type PurchaseTypeName,
  purchaseTypes,
  formatRupees,
  parseRupees,
  parseShortText,
  parseWholeNumber,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

function parseCode(text: string): string {
  const name = cleanCouponCode(text)
  if (!/^[A-Z0-9]{3,20}$/.test(name)) {
    throw new InvalidArgumentError('A code must have 3 to 20 letters and digits.')
  }
  return name
}

/** Parses a percentage as basis points: 12.5 as 1250. */
function parseBasisPoints(text: string): number {
  const points = /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : NaN
  if (!(points >= 1 && points <= 10_000)) {
    throw new InvalidArgumentError('Must be a percentage above 0 and up to 100.')
  }
  return points
}

const discountText = ({ discountType, amountPaise, basisPoints: points, ...coupon }: CouponRow) => {
  if (discountType === 'flat') return `${formatRupees(amountPaise ?? 0)} off`
  const limit =
    coupon.discountUpToPaise === null ? '' : ` up to ${formatRupees(coupon.discountUpToPaise)}`
  return `${(points ?? 0) / 100}% off${limit}`
}

function stateText(coupon: CouponRow): string {
  if (isCouponOpen(coupon)) return 'active'
  return coupon.startsAt && coupon.startsAt > clock.now() ? 'not started' : 'ended'
}

/** A coupon that ends at midnight is valid until the end of the day before. */
function lastTimeText(endsAt: Date): string {
  const isMidnight = startOfDay(endsAt) === endsAt.getTime()
  return isMidnight ? formatDay(new Date(endsAt.getTime() - 1)) : formatTime(endsAt)
}

function couponColumns(coupon: CouponRow): string[] {
  const { minimumPurchasePaise, purchaseType, used, maxUses, maxUsesPerUser, startsAt, endsAt } =
    coupon
  return [
    coupon.name,
    stateText(coupon),
    discountText(coupon),
    minimumPurchasePaise > 0 ? `from ${formatRupees(minimumPurchasePaise)}` : 'no minimum',
    purchaseType ?? 'Standard and Try & Buy',
    `used ${used}${maxUses === null ? '' : ` of ${maxUses}`}`,
    coupon.isFirstOrderOnly ? 'first order only' : `${maxUsesPerUser ?? 'any number'} each`,
    [startsAt && `from ${formatTime(startsAt)}`, endsAt && `until ${lastTimeText(endsAt)}`]
      .filter(Boolean)
      .join(' '),
    coupon.isListed ? '' : 'not listed',
  ]
}

const list = new Command('list')
  .description('list all coupons, including those that have ended')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const coupons = await listCoupons(db)
      if (json) return printJson(coupons)
      printTable(coupons.map(couponColumns))
      print(coupons.length === 1 ? '1 coupon.' : `${coupons.length} coupons.`)
    }),
  )

type AddOptions = JsonOption & {
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
  .description('create a coupon')
  .argument('<code>', 'the coupon code', parseCode)
  .addOption(
    new Option('--flat <rupees>', 'a fixed discount in rupees')
      .argParser(parseRupees)
      .conflicts('percent'),
  )
  .option('--percent <number>', 'a discount in percent, such as 12.5', parseBasisPoints)
  .addOption(
    new Option('--up-to <rupees>', 'the maximum discount, with --percent')
      .argParser(parseRupees)
      .conflicts('flat'),
  )
  .option('--minimum <rupees>', 'the minimum bag amount', parseRupees, 0)
  .addOption(
    new Option('--for <type>', 'for one purchase type only').choices(Object.keys(purchaseTypes)),
  )
  .option('--from <day>', 'the first day, such as 2026-11-23, in India', parseDay)
  .option('--until <day>', 'the last day', parseDay)
  .option('--per-user <count>', 'uses per customer; 0 for any number', parseWholeNumber(0), 1)
  .option('--in-all <count>', 'uses by all customers together', parseWholeNumber(1))
  .option('--first-order', "only for a customer's first order")
  .option('--no-listed', 'do not list it; customers need to know the code')
  .option('--headline <text>', 'the title shown to customers', parseShortText(80))
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const { flat, percent, upTo, from, until } = command.opts<AddOptions>()
    if (!flat && !percent) {
      command.error('error: specify the discount with --flat or --percent', { exitCode: 2 })
    }
    if (upTo === 0) command.error('error: --up-to must be above 0', { exitCode: 2 })
    if (until && dayAfter(until) <= clock.now()) {
      command.error('error: --until is in the past', { exitCode: 2 })
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
  .argument('<code>', 'the coupon code', parseCode)
  .option(...jsonOption)
  .option(...yesOption)
  .action((name: string, options: JsonOption & YesOption) =>
    withStore(async ({ db }) => {
      await confirm(`End coupon ${name} now?`, options)
      const stopped = await stopCoupon(db, name)
      if (options.json) printJson(stopped)
      else print(`Coupon ${name} has ended. Times used: ${stopped.used}.`)
    }),
  )

export const couponCommand = new Command('coupon')
  .description('coupons')
  .addCommand(list)
  .addCommand(add)
  .addCommand(stop)
