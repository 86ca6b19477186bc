import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { brands } from '#server/database/schema/catalogue.ts'
import { test } from '#tests/support/api/tests/cartTest.ts'
import * as given from '#tests/support/shopper/givens.ts'

const receiver = { name: 'Meera Joshi', contactNumber: '9876501234' }

describe('proceeding to payment', () => {
  test('saves address, receiver and coupon for the checkout [bag.14]', async ({
    db,
    me,
    update,
    view,
  }) => {
    await given.createWarehouses(db)
    await given.addToCart(db, me.userId, { productId: await given.onSale(db) })
    const addressId = await given.saveAddress(db, me.userId)
    const { id: couponId, name } = await given.aCoupon(db)

    const typed = { ...receiver, name: ' Meera  Joshi ' }
    const { status, response } = await update({ addressId, receiver: typed, couponId })

    expect(status).toBe(200)
    expect(response).toMatchObject({ status: 200 })
    expect((await view()).response.result).toMatchObject({
      addressId,
      receiver,
      couponId: { _id: couponId, name },
    })
  })

  test('clears receiver and coupon that are left out [bag.13] [coupon.4]', async ({
    db,
    me,
    update,
  }) => {
    await given.createWarehouses(db)
    await given.addToCart(db, me.userId, { productId: await given.onSale(db) })
    const addressId = await given.saveAddress(db, me.userId)
    await update({ addressId, receiver, couponId: (await given.aCoupon(db)).id })

    const { response } = await update({ addressId })

    expect(response.result).toMatchObject({ addressId })
    expect(response.result).toMatchObject({ couponId: null, receiver: null })
  })

  test('refuses another user’s address as unknown [api.4] [safe.2]', async ({ db, update }) => {
    const ravi = await given.aUser(db)
    const his = await given.saveAddress(db, ravi.userId)

    const theirs = await update({ addressId: his })
    const unknown = await update({ addressId: 'no-such' })

    expect(theirs).toMatchObject({
      status: 404,
      response: { msg: 'We couldn’t find this address' },
    })
    expect(theirs.response).toEqual(unknown.response)
  })

  test('refuses addresses without delivery or coordinates [bag.10]', async ({ db, me, update }) => {
    await given.createWarehouses(db)
    const remoteAddress = await given.saveAddress(db, me.userId, given.numbersOf(given.remotePlace))
    const noPoint = await given.saveAddress(db, me.userId, { latitude: null, longitude: null })

    for (const addressId of [remoteAddress, noPoint]) {
      expect(await update({ addressId })).toMatchObject({
        status: 409,
        response: { msg: 'Delivery is not available for the chosen address' },
      })
    }
  })

  test.for([
    { name: 'Meera2', contactNumber: '9876501234' },
    { name: 'Meera', contactNumber: '5876501234' },
    { name: 'Meera', contactNumber: '987650123' },
    { name: '<b>Meera</b>', contactNumber: '9876501234' },
    { name: 'Meera' },
  ])('refuses the receiver %j [bag.12]', async (invalidReceiver, { db, me, update }) => {
    await given.createWarehouses(db)
    const addressId = await given.saveAddress(db, me.userId)

    expect((await update({ addressId, receiver: invalidReceiver })).status).toBe(400)
  })

  test('refuses a coupon that does not apply, with its reason [coupon.3]', async ({
    db,
    me,
    update,
  }) => {
    await given.createWarehouses(db)
    await given.addToCart(db, me.userId, { productId: await given.onSale(db) })
    const addressId = await given.saveAddress(db, me.userId)
    const { id: couponId, name } = await given.aCoupon(db, { minimumPurchasePaise: 1000_00 })

    const tooLittle = await update({ addressId, couponId })
    const byCode = await update({ addressId, couponId: name })

    expect(tooLittle).toMatchObject({
      status: 409,
      response: { code: 'coupon_not_applicable', msg: 'Minimum purchase amount not met' },
    })
    expect(byCode).toMatchObject({ status: 409, response: { msg: 'Coupon not applicable' } })
  })

  test('refuses Try & Buy in a city or for a brand without it [bag.7]', async ({
    db,
    me,
    update,
    view,
  }) => {
    await given.createWarehouses(db)
    const brand = { id: 'of-the-trial', name: 'Amodra' }
    await given.addToCart(db, me.userId, {
      productId: await given.onSale(db, { brand }),
      trialSize: 'L',
    })
    const home = await given.saveAddress(db, me.userId)
    const inPune = await given.saveAddress(db, me.userId, given.numbersOf(given.pune))

    expect((await update({ addressId: home })).status).toBe(200)
    expect(await update({ addressId: inPune })).toMatchObject({
      status: 409,
      response: { msg: 'Try & Buy isn’t available at the chosen address' },
    })
    await db.update(brands).set({ hasTryAndBuy: false }).where(eq(brands.id, brand.id))
    expect(await update({ addressId: home })).toMatchObject({
      status: 409,
      response: { msg: 'Try and Buy is not available for some items in your cart' },
    })
    expect((await view()).response.result).toMatchObject({ addressId: home })
  })

  test('cannot be combined with changing a line [safe.3]', async ({ db, me, update, view }) => {
    await given.createWarehouses(db)
    const itemId = await given.addToCart(db, me.userId, { productId: await given.onSale(db) })
    const addressId = await given.saveAddress(db, me.userId)

    const mixed = await update({ addressId, itemId, size: 'S' })

    expect(mixed.status).toBe(400)
    expect((await view()).response.result).toMatchObject({ products: [{ size: 'M' }] })
    expect((await view()).response.result).toMatchObject({ addressId: null })
  })
})
