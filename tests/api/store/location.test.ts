import { describe, expect } from 'vitest'

import { warehouses } from '#server/database/schema/storefront.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { indore, remotePlace, pune, createWarehouses } from '#tests/support/shopper/givens.ts'

describe('GET /warehouse/check-delivery', () => {
  test.for([
    `latitude=${indore.latitude}&longitude=${indore.longitude}`,
    `lat=${indore.latitude}&lng=${indore.longitude}`,
  ])('returns delivery time and Try & Buy for %s [api.2] [bag.7]', async (query, { api, db }) => {
    await createWarehouses(db)

    const response = await api.request(`/api/warehouse/check-delivery?${query}`)

    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({
      success: true,
      status: 200,
      data: {
        result: {
          ...{ deliveryTime: 40, unit: 'minutes', tryAndBuy: true, city: 'Indore' },
          warehouse: 'indore',
        },
      },
    })
  })

  test('uses the nearest of two warehouses that reach the place', async ({ api, db }) => {
    await createWarehouses(db)
    await db.insert(warehouses).values({
      id: 'far',
      name: 'Far',
      city: 'Mumbai',
      state: 'Maharashtra',
      latitude: 19.1,
      longitude: 72.9,
      radiusKm: 500,
      deliveryMinutes: 200,
    })

    const response = await api.request(
      `/api/warehouse/check-delivery?lat=${pune.latitude}&lng=${pune.longitude}`,
    )

    expect((await response.json()).data.result).toMatchObject({ city: 'Pune', tryAndBuy: false })
  })

  test('refuses with status 200 if no warehouse delivers or it is closed [loc.9]', async ({
    api,
    db,
  }) => {
    await createWarehouses(db)
    await db.update(warehouses).set({ isOpen: false })

    const far = `/api/warehouse/check-delivery?lat=${remotePlace.latitude}&lng=${remotePlace.longitude}`
    const closed = `/api/warehouse/check-delivery?lat=${indore.latitude}&lng=${indore.longitude}`

    for (const path of [far, closed]) {
      const response = await api.request(path)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        success: false,
        status: 404,
        msg: 'We are not serviceable in your area.',
      })
    }
  })

  test('of a warehouse that closed for some days says until when and why, and opens by itself [loc.9]', async ({
    api,
    db,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    await createWarehouses(db)
    const closedUntil = new Date('2026-12-01T00:00:00+05:30')
    const closedMessage = 'Happy Diwali!'
    await db.update(warehouses).set({ isOpen: false, closedUntil, closedMessage })
    const check = async () => {
      const path = `/api/warehouse/check-delivery?lat=${indore.latitude}&lng=${indore.longitude}`
      return (await (await api.request(path)).json()) as object
    }

    setClock(() => new Date('2026-11-30T23:59:59+05:30'))
    const closedText = 'We’re closed until Tue, 1 Dec. Happy Diwali!'
    expect(await check()).toEqual({ success: false, status: 404, msg: closedText, closedText })
    setClock(() => closedUntil)
    expect(await check()).toMatchObject({ success: true })
    await db.update(warehouses).set({ closedUntil: null })
    expect(await check()).toMatchObject({ msg: 'We’re closed at the moment. Happy Diwali!' })
  })

  test.for(['', 'lat=1', 'lat=91&lng=1', 'latitude=a&longitude=b'])(
    'refuses the invalid position "%s" [safe.3]',
    async (query, { api }) => {
      expect((await api.request(`/api/warehouse/check-delivery?${query}`)).status).toBe(400)
    },
  )
})

describe('places', () => {
  test('are suggested, read, and found again by their point [loc.3] [loc.7] [loc.11]', async ({
    api,
  }) => {
    const found = await (await api.request('/api/places/search?q=vijay nagar indore')).json()
    const [{ _id: id }] = found.result.data
    const place = await (await api.request(`/api/places/${id}`)).json()
    const back = await api.request(
      `/api/places/reverse?lat=${place.result.latitude}&lng=${place.result.longitude}`,
    )

    expect(place.result).toMatchObject({ city: 'Indore', state: 'Madhya Pradesh' })
    expect((await back.json()).result).toMatchObject({ city: 'Indore', state: 'Madhya Pradesh' })
  })

  test('around a point are named for the map, as far as it shows [loc.4] [loc.11]', async ({
    api,
  }) => {
    const at = 'lat=22.7533&lng=75.8937'
    const near = await (await api.request(`/api/places/around?${at}&km=2`)).json()

    expect(near.result.data).toContainEqual({
      name: 'Vijay Nagar',
      postalCode: '452010',
      latitude: expect.any(Number),
      longitude: expect.any(Number),
    })
    for (const invalidQuery of ['km=0', 'km=41', 'km=-1', 'km=x', '']) {
      expect((await api.request(`/api/places/around?${at}&${invalidQuery}`)).status).toBe(400)
    }
  })

  test('with unknown ids are not found', async ({ api }) => {
    expect((await api.request('/api/places/no-such')).status).toBe(404)
    expect((await api.request('/api/places/reverse?lat=0&lng=0')).status).toBe(404)
  })
})
