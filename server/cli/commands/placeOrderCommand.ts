import { Command, InvalidArgumentError, Option } from 'commander'
import { inArray } from 'drizzle-orm'

import type { PhoneOrderItem, PlacePhoneOrder } from '#contract/staff/phoneOrders.ts'
import * as rules from '#contract/rules.ts'
import { createAddressHasher } from '#server/commerce/orders/cashOnDelivery.ts'
import { noProductWithCode } from '#server/commerce/errors.ts'
import { locateAddress } from '#server/commerce/addresses.ts'
import { pointOf } from '#server/commerce/delivery/delivery.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { createPhoneHasher } from '#server/features/auth/otp.ts'
import { findCaller } from '#server/features/checkout/phoneOrders/callers.ts'
import { quotePhoneOrder } from '#server/features/checkout/phoneOrders/phoneQuote.ts'
import { placePhoneOrder } from '#server/features/checkout/phoneOrders/placePhoneOrder.ts'
import { geocoder } from '#server/features/location/gazetteer.ts'
import { nearestWarehouse } from '#server/features/location/warehouses.ts'
import {
  type AddressOptions,
  requireWholeAddress,
  withAddressOptions,
} from '#server/cli/addressOptions.ts'
import { asCommandLine } from '#server/cli/staffContext.ts'
import {
  confirm,
  formatRupees,
  formatTime,
  type JsonOption,
  jsonOption,
  parsePersonName,
  parsePhone,
  parseShortText,
  print,
  printJson,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

type CodedItem = { code: string; size: string; quantity: number }

type PlaceOptions = AddressOptions &
  JsonOption &
  YesOption & {
    phone: string
    name?: string
    item: CodedItem[]
    coupon?: string
    pay: PlacePhoneOrder['paymentMethod']
  }

function parseItem(text: string, before: CodedItem[] = []): CodedItem[] {
  const [, code, size, count = '1'] = /^([^=]+)=([^:]+)(?::([1-9]))?$/.exec(text) ?? []
  const quantity = Number(count)
  if (!code || !size || quantity > rules.cart.maxQuantity) {
    throw new InvalidArgumentError(
      `Must be written as CODE=SIZE or, for several, CODE=SIZE:2; at most ${rules.cart.maxQuantity}.`,
    )
  }
  return [...before, { code: code.trim(), size: size.trim(), quantity }]
}

export const placeOrderCommand = withAddressOptions(
  new Command('place')
    .description(
      'place an order for a customer on the phone; without --street it goes to their newest saved address',
    )
    .requiredOption('--phone <number>', 'the customer’s phone number', parsePhone)
    .option(
      '--name <name>',
      'the customer’s name, if the store does not know them',
      parsePersonName,
    )
    .requiredOption(
      '--item <code=size[:count]>',
      'a product by its code, with the size; may be repeated',
      parseItem,
    )
    .option('--coupon <code>', 'a coupon code', parseShortText(40))
    .addOption(
      new Option('--pay <way>', 'cash on delivery, or a link by text message')
        .choices(['cash', 'link'])
        .makeOptionMandatory(),
    ),
)
  .option(...jsonOption)
  .option(...yesOption)
  .action((options: PlaceOptions) =>
    withStore(async ({ db, readPepper, providerName, hasRateLimits }) => {
      const pepper = await readPepper()
      const hashAddress = createAddressHasher(pepper)
      const request = await requestOf(db, options)
      await confirm(`Place an order of ${formatRupees(request.totalPaise)} for ${options.phone}?`, {
        ...options,
        consequence: 'It can be cancelled until it is on its way.',
      })
      const { id: _id, ...placed } = await asCommandLine(db, (context) =>
        placePhoneOrder(context, request, {
          ...{ warehouseFor: nearestWarehouse, geocoder, hashAddress },
          ...{ hashPhone: createPhoneHasher(pepper), hasRateLimits, providerName },
        }),
      )
      if (options.json) return printJson(placed)
      const { number, totalPaise, promisedBy, heldUntil } = placed
      print(`${number} for ${formatRupees(totalPaise)}.`)
      if (promisedBy) print(`Promised by ${formatTime(new Date(promisedBy))}.`)
      if (heldUntil) {
        print(`The running store sends the link within a minute.`)
        print(`The items are held until ${formatTime(new Date(heldUntil))}.`)
      }
    }),
  )

async function requestOf(db: Database, options: PlaceOptions): Promise<PlacePhoneOrder> {
  requireWholeAddress(options, false)
  const caller = await findCaller(db, options.phone)
  const [saved] = caller?.addresses ?? []
  const address = options.street ? newAddressOf(options) : undefined
  if (!address && !saved) throw new Error('Specify --street, --city and --pin.')
  const [firstName, ...otherNames] = (options.name ?? '').split(' ')
  const items = await itemsOf(db, options.item)
  const warehouse = await nearestWarehouse(db, await pointFor(address, saved))
  const { totalPaise, couponRefusal } = await quotePhoneOrder(
    db,
    {
      ...{ items, warehouse: warehouse?.id ?? '', coupon: options.coupon },
      customerId: caller?.id,
      addressId: undefined,
    },
    undefined,
  )
  if (couponRefusal) throw new Error(couponRefusal)
  const { receiver: name, receiverPhone: contactNumber } = options
  return {
    customer: {
      contactNumber: options.phone,
      firstName: firstName || undefined,
      lastName: otherNames.join(' ') || undefined,
    },
    ...(address ? { address } : { addressId: saved?._id }),
    ...(name && contactNumber && { receiver: { name, contactNumber } }),
    ...{ items, coupon: options.coupon, paymentMethod: options.pay, totalPaise },
  }
}

type NewAddress = NonNullable<PlacePhoneOrder['address']>

const newAddressOf = ({ house, street = '', city = '', pin = '' }: PlaceOptions): NewAddress => ({
  ...{ label: 'home', house, street, city, state: '', postalCode: pin },
  ...{ latitude: undefined, longitude: undefined },
})

type SavedAddress = { latitude: string; longitude: string }

async function pointFor(address: NewAddress | undefined, saved: SavedAddress | undefined) {
  const point = address
    ? pointOf(await locateAddress(address, { geocoder }))
    : pointOf({
        latitude: Number(saved?.latitude) || null,
        longitude: Number(saved?.longitude) || null,
      })
  if (!point) throw new Error('We don’t know where this address is. Check the PIN code.')
  return point
}

async function itemsOf(db: Database, coded: CodedItem[]): Promise<PhoneOrderItem[]> {
  const codes = coded.map(({ code }) => code)
  const rows = await db
    .select({ id: products.id, code: products.code })
    .from(products)
    .where(inArray(products.code, codes))
  return coded.map(({ code, size, quantity }) => {
    const productId = rows.find((row) => row.code === code)?.id
    if (!productId) throw noProductWithCode(code)
    return { productId, size, quantity }
  })
}
