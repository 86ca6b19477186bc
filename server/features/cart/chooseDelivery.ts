import type { PurchaseType } from '#contract/purchaseType.ts'
import { readAddress } from '#server/database/readAddress.ts'
import { readBagLines } from '#server/database/readCart.ts'
import type { Warehouse, WarehouseFor } from '#server/platform/deliverTo.ts'
import { StoreError } from '#server/platform/storeError.ts'
import type { Held, Said } from './changeCart.ts'
import { obstacleOf, setDelivery } from './settleDelivery.ts'

/** The delivery option of the whole bag. Try and Buy has to be possible for every line, and there. */
export async function chooseDelivery(
  held: Held,
  purchaseType: PurchaseType,
  warehouseFor: WarehouseFor,
): Promise<Said> {
  if (purchaseType === 'Try and Buy') {
    await refuseTrial(held)
    await refuseElsewhere(held, warehouseFor)
  }
  await setDelivery(held, purchaseType)
  return undefined
}

/** One that a brand rules out is refused in the words of the bag; else the product is named. */
export async function refuseTrial({ db, userId }: Pick<Held, 'db' | 'userId'>) {
  const lines = await readBagLines(db, userId)
  if (lines.some(({ product }) => !product.brand.is_try_and_buy_visible)) {
    throw new StoreError(
      'not_allowed_now',
      'Try and Buy is not available for some items in your cart',
    )
  }
  const obstacle = lines.map(obstacleOf).find(Boolean)
  if (obstacle) throw new StoreError('not_allowed_now', obstacle)
}

/** As long as no address is chosen nobody knows the city, and nothing is refused for it. */
async function refuseElsewhere({ db, userId, cart }: Held, warehouseFor: WarehouseFor) {
  const address = cart.addressId ? await readAddress(db, userId, cart.addressId) : undefined
  if (!address || address.latitude === null || address.longitude === null) return
  const { latitude, longitude } = address
  refuseCity(await warehouseFor(db, { latitude, longitude }))
}

export function refuseCity(warehouse: Warehouse | undefined) {
  if (warehouse?.hasTryAndBuy) return
  throw new StoreError('not_allowed_now', 'Try and Buy is not available for the chosen address')
}
