import { describe, expect } from 'vitest'

import { setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { aUser, indore, saveAddress } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

const home = {
  label: 'home',
  street: '12 Scheme 78',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
}

describe('addresses', () => {
  test('are added with their coordinates as text and listed newest first [addr.1] [api.6]', async ({
    api,
    db,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    const { token } = await aUser(db)
    const add = (street: string) =>
      api.request('/api/address/add', withToken(token, 'POST', { ...home, ...indore, street }))
    await add('1 Old Palasia')
    setClock(() => new Date(Date.now() + 1000))

    const response = await add('2 New Palasia')

    const { address } = await response.json()
    expect(address).toEqual({
      _id: expect.any(String),
      ...home,
      house: '',
      street: '2 New Palasia',
      ...indore,
    })
    const list = await (await api.request('/api/address', withToken(token))).json()
    expect(list.address.map(({ street }: { street: string }) => street)).toEqual([
      '2 New Palasia',
      '1 Old Palasia',
    ])
  })

  test('have their house in the street line, and beside it for the form [addr.3] [loc.5]', async ({
    api,
    db,
  }) => {
    const { token } = await aUser(db)
    const send = (method: string, path: string, body: object) =>
      api.request(`/api/address/${path}`, withToken(token, method, { ...home, ...indore, ...body }))
    const flat = { house: 'Flat 302, 3rd floor', street: '12 Palm Road' }

    const { address } = await (await send('POST', 'add', flat)).json()
    expect(address).toMatchObject({
      house: 'Flat 302, 3rd floor',
      street: 'Flat 302, 3rd floor, 12 Palm Road',
    })

    const change = { ...flat, house: 'Flat 7', addressId: address._id }
    const changed = await (await send('PUT', 'update', change)).json()
    expect(changed.address).toMatchObject({ house: 'Flat 7', street: 'Flat 7, 12 Palm Road' })
  })

  test.for([
    { street: 'Vijay Nagar' },
    { street: ' vijay  nagar, Indore ' },
    { street: 'Vijay Nagar, Indore, Madhya Pradesh 452010, India' },
    { street: 'Indore' },
    { house: 'Vijay Nagar', street: '12 Palm Road' },
    { house: 'Flat 302', street: 'Vijay Nagar' },
  ])('that name only the area are refused: %j [addr.2] [loc.5]', async (lines, { api, db }) => {
    const { userId, token } = await aUser(db)
    const addressId = await saveAddress(db, userId)
    const { street: _, ...place } = { ...home, ...indore }

    const responses = [
      await api.request('/api/address/add', withToken(token, 'POST', { ...place, ...lines })),
      await api.request(
        '/api/address/update',
        withToken(token, 'PUT', { ...place, ...lines, addressId }),
      ),
    ]

    for (const response of responses) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'invalid',
        msg: expect.stringMatching(/^This is only your area\./),
      })
    }
  })

  test.for([
    { street: '12 Vijay Nagar' },
    { street: 'Lotus House, Vijay Nagar' },
    { house: 'Rose Villa', street: 'Lane beside the temple, Vijay Nagar' },
  ])('with a house and an area are saved: %j [addr.2]', async (lines, { api, db }) => {
    const { token } = await aUser(db)
    const address = { ...home, ...indore, ...lines }

    const response = await api.request('/api/address/add', withToken(token, 'POST', address))

    expect(response.status).toBe(200)
  })

  test('need a label, a street and a place on the map [addr.2] [loc.6]', async ({ api, db }) => {
    const { token } = await aUser(db)
    const invalidAddress = { ...home, label: 'den', street: ' ', latitude: '91', longitude: 'x' }

    const response = await api.request('/api/address/add', withToken(token, 'POST', invalidAddress))

    expect(response.status).toBe(400)
    expect(Object.keys((await response.json()).fields).sort()).toEqual([
      'label',
      'latitude',
      'longitude',
      'street',
    ])
  })

  test('are refused if the PIN code is far from the pin [addr.2] [loc.7]', async ({ api, db }) => {
    const { userId, token } = await aUser(db)
    const addressId = await saveAddress(db, userId)
    const ofDelhi = { ...home, ...indore, postalCode: '110001' }

    const responses = [
      await api.request('/api/address/add', withToken(token, 'POST', ofDelhi)),
      await api.request('/api/address/update', withToken(token, 'PUT', { ...ofDelhi, addressId })),
    ]

    for (const response of responses) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'invalid',
        msg: expect.stringContaining('doesn’t match the pin'),
      })
    }
    const unknown = { ...ofDelhi, postalCode: '999999' }
    const added = await api.request('/api/address/add', withToken(token, 'POST', unknown))
    expect(added.status).toBe(200)
  })

  test('keep their coordinates if only the label changes', async ({ api, db }) => {
    const { userId, token } = await aUser(db)
    const addressId = await saveAddress(db, userId)

    const change = { ...home, label: 'work', addressId }
    const response = await api.request('/api/address/update', withToken(token, 'PUT', change))

    expect((await response.json()).address).toEqual({
      _id: addressId,
      ...home,
      house: '',
      label: 'work',
      ...indore,
    })
  })

  test('are geocoded again when their text changes [loc.11]', async ({ api, db }) => {
    const { userId, token } = await aUser(db)
    const addressId = await saveAddress(db, userId)
    const jaipur = { ...home, city: 'Jaipur', state: 'Rajasthan', postalCode: '302017' }

    const response = await api.request(
      '/api/address/update',
      withToken(token, 'PUT', { ...jaipur, addressId }),
    )

    const { address } = await response.json()
    expect(address.city).toBe('Jaipur')
    expect(Number(address.latitude)).toBeCloseTo(26.85, 0)
    expect(Number(address.longitude)).toBeCloseTo(75.8, 0)
  })

  test('entered without a map get their coordinates and state by the PIN code [addr.1] [pwa.13]', async ({
    api,
    db,
  }) => {
    const { token } = await aUser(db)
    const written = { ...home, city: 'Jaipur', state: '', postalCode: '302017' }

    const added = await api.request('/api/address/add', withToken(token, 'POST', written))
    const { address } = await added.json()
    expect(address).toMatchObject({ city: 'Jaipur', state: 'Rajasthan' })
    expect(Number(address.latitude)).toBeCloseTo(26.85, 0)

    const mumbai = { ...written, addressId: address._id, city: 'Mumbai', postalCode: '400001' }
    const changed = await api.request('/api/address/update', withToken(token, 'PUT', mumbai))
    expect((await changed.json()).address).toMatchObject({ city: 'Mumbai', state: 'Maharashtra' })
  })

  test('with coordinates but no state get the state of the PIN code, because the tax depends on it [addr.1]', async ({
    api,
    db,
  }) => {
    const { token } = await aUser(db)
    const written = { ...home, state: '', postalCode: '452001', ...indore }

    const added = await api.request('/api/address/add', withToken(token, 'POST', written))
    const { address } = await added.json()
    expect(address).toMatchObject({ state: 'Madhya Pradesh', ...indore })

    const change = { ...written, addressId: address._id, street: '9 Ring Road' }
    const changed = await api.request('/api/address/update', withToken(token, 'PUT', change))
    expect((await changed.json()).address).toMatchObject({ state: 'Madhya Pradesh', ...indore })
  })

  test('lose their coordinates if the new text cannot be geocoded', async ({ api, db }) => {
    const { userId, token } = await aUser(db)
    const addressId = await saveAddress(db, userId)
    const unknown = { ...home, city: 'Xqzzkwv', state: 'Zzqy', postalCode: '' }

    const response = await api.request(
      '/api/address/update',
      withToken(token, 'PUT', { ...unknown, addressId }),
    )

    expect((await response.json()).address).toMatchObject({ latitude: '', longitude: '' })
  })

  test('can be deleted, once [addr.2]', async ({ api, db }) => {
    const { userId, token } = await aUser(db)
    const addressId = await saveAddress(db, userId)
    const remove = () => api.request(`/api/address/delete/${addressId}`, withToken(token, 'DELETE'))

    const first = await remove()
    const second = await remove()

    expect(await first.json()).toEqual({
      success: true,
      message: 'Address deleted successfully!',
    })
    expect(second.status).toBe(404)
    expect(await second.json()).toMatchObject({ msg: 'We couldn’t find this address' })
  })

  test('with only one coordinate are located by their PIN code [loc.7] [loc.11]', async ({
    api,
    db,
  }) => {
    const { token } = await aUser(db)
    for (const half of [{ latitude: indore.latitude }, { longitude: indore.longitude }]) {
      const jaipur = { ...home, city: 'Jaipur', state: '', postalCode: '302017', ...half }

      const response = await api.request('/api/address/add', withToken(token, 'POST', jaipur))

      const { address } = await response.json()
      expect(address).toMatchObject({ city: 'Jaipur', state: 'Rajasthan' })
      expect(Number(address.latitude)).toBeCloseTo(26.85, 0)
      expect(Number(address.longitude)).toBeCloseTo(75.8, 0)
    }
  })

  test.for(['', '999999'])(
    'with the PIN code "%s" and no state keep it empty, because the tax depends on it [addr.1]',
    async (postalCode, { api, db }) => {
      const { token } = await aUser(db)
      const written = { ...home, city: 'Jaipur', state: '', postalCode }

      const response = await api.request('/api/address/add', withToken(token, 'POST', written))

      expect((await response.json()).address).toMatchObject({ city: 'Jaipur', state: '' })
    },
  )

  test('that cannot be geocoded are saved without coordinates [addr.1]', async ({ api, db }) => {
    const { token } = await aUser(db)
    const unknown = { ...home, city: 'Xqzzkwv', state: '', postalCode: '' }

    const response = await api.request('/api/address/add', withToken(token, 'POST', unknown))

    expect(response.status).toBe(200)
    expect((await response.json()).address).toMatchObject({
      state: '',
      latitude: '',
      longitude: '',
    })
  })

  test('of another user are treated as unknown [api.4] [safe.2]', async ({ api, db }) => {
    const { userId } = await aUser(db)
    const { token } = await aUser(db)
    const theirs = await saveAddress(db, userId)

    const seen = await (await api.request('/api/address', withToken(token))).json()
    const change = { ...home, street: 'mine now', addressId: theirs }
    const changed = await api.request('/api/address/update', withToken(token, 'PUT', change))
    const unknown = await api.request(
      '/api/address/update',
      withToken(token, 'PUT', { ...change, addressId: 'no-such' }),
    )
    const deleted = await api.request(`/api/address/delete/${theirs}`, withToken(token, 'DELETE'))

    expect(seen.address).toEqual([])
    expect([changed.status, deleted.status]).toEqual([404, 404])
    expect(await changed.json()).toEqual(await unknown.json())
  })
})

describe('PUT /user/profile', () => {
  test('changes name and email, and nothing else [profile.1]', async ({ api, db }) => {
    const { userId, token } = await aUser(db)
    const wanted = {
      firstName: 'Anu',
      lastName: '',
      email: 'anu@mail.example',
      contactNumber: '6999999999',
      dateOfBirth: '2020-01-01',
      gender: 'other',
    }

    const response = await api.request('/api/user/profile', withToken(token, 'PUT', wanted))

    expect((await response.json()).user).toMatchObject({
      _id: userId,
      name: 'Anu',
      email: 'anu@mail.example',
      dateOfBirth: '1994-05-17',
      gender: 'female',
    })
  })

  test.for(['', '<b>Anu</b>', 'Anu 2', 'x'.repeat(61)])(
    'refuses the first name "%s" [profile.1] [safe.3]',
    async (firstName, { api, db }) => {
      const { token } = await aUser(db)
      const wanted = { firstName, lastName: 'Rao', email: '' }

      const response = await api.request('/api/user/profile', withToken(token, 'PUT', wanted))

      expect(response.status).toBe(400)
      expect(Object.keys((await response.json()).fields)).toEqual(['firstName'])
    },
  )
})
