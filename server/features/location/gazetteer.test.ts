import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { distanceKm } from '#contract/delivery/distance.ts'
import { nearestPlace, placeById, placesAround, searchPlaces } from './gazetteer.ts'

const firstOf = async (text: string) => {
  const [first] = await searchPlaces(text, 8)
  return `${first?.text}, ${first?.secondary}`
}

describe('searching for a place [loc.11]', () => {
  test.each([
    ['vijay nagar indore', 'Vijay Nagar, Indore, Madhya Pradesh 452010'],
    ['Vijay Nagar', 'Vijay Nagar, Indore, Madhya Pradesh 452010'],
    ['indore, vijay nagar', 'Vijay Nagar, Indore, Madhya Pradesh 452010'],
    ['vijaynagar', 'Vijay Nagar, Indore, Madhya Pradesh 452010'],
    ['bandra', 'Bandra West, Mumbai, Maharashtra 400050'],
    ['koramangala bangalore', 'Koramangala, Bengaluru, Karnataka 560034'],
    ['WHITEFIELD', 'Whitefield, Bengaluru, Karnataka 560066'],
    ['connaught place delhi', 'Connaught Place, New Delhi, Delhi 110001'],
    ['Bombay', 'Mumbai, Maharashtra 400001'],
    ['gurgaon', 'Gurugram, Haryana 122001'],
    ['110001', 'New Delhi, Delhi 110001'],
    ['452010', 'Vijay Nagar, Indore, Madhya Pradesh 452010'],
  ])('%s gives %s', async (text, place) => {
    expect(await firstOf(text)).toBe(place)
  })

  test.each(['in', 'ind', 'indo', 'indor', 'Indòré'])('Indore is found by %s', async (text) => {
    expect(await firstOf(text)).toBe('Indore, Madhya Pradesh 452001')
  })

  test('returns the places of a PIN code and no others', async () => {
    const found = await searchPlaces('400051', 8)

    expect(found.length).toBeGreaterThan(2)
    expect(found.map(({ secondary }) => secondary.slice(-6))).toEqual(found.map(() => '400051'))
  })

  test('finds the place despite an extra word', async () => {
    expect(await firstOf('flat 12 vijay nagar indore')).toContain('Vijay Nagar, Indore')
  })

  test('returns no two places with the same text, and no more than requested', async () => {
    const found = await searchPlaces('nagar', 20)

    expect(found).toHaveLength(20)
    expect(new Set(found.map(({ text, secondary }) => text + secondary)).size).toBe(20)
  })

  test.each(['', '   ', '🙂', '🙂🙂', '?!', 'zzzqqq', 'x'.repeat(80), '999999'])(
    'returns nothing for %j',
    async (text) => {
      expect(await searchPlaces(text, 8)).toEqual([])
    },
  )

  test('accepts any text, and each suggestion leads to its place', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.stringMatching(/^[a-z]{1,4}( [a-z0-9]{1,4}){0,6}$/),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        for (const { _id, text: name, secondary } of await searchPlaces(text, 4)) {
          expect((await placeById(_id))?.formattedAddress).toBe(`${name}, ${secondary}`)
        }
      }),
    )
  })
})

describe('a place', () => {
  test('has its address and position', async () => {
    const [found] = await searchPlaces('vijay nagar indore', 1)

    const place = await placeById(found?._id ?? '')

    expect(place).toMatchObject({ city: 'Indore', state: 'Madhya Pradesh', postalCode: '452010' })
    const known = { latitude: 22.7533, longitude: 75.8937 }
    expect(distanceKm(known, place ?? { latitude: 0, longitude: 0 })).toBeLessThan(2)
  })

  test.each(['', '-1', '1.5', 'x', '9999999', '1e3', '12345678901'])(
    'does not exist with the id %j',
    async (id) => {
      expect(await placeById(id)).toBeUndefined()
    },
  )
})

describe('the names on a map [loc.11]', () => {
  const vijayNagar = { latitude: 22.7533, longitude: 75.8937 }
  const namesAround = async (km: number) =>
    (await placesAround(vijayNagar, km)).map(({ name }) => name)

  test('are neighbourhoods when zoomed in, and towns when zoomed out', async () => {
    expect(await namesAround(2)).toContain('Vijay Nagar')
    expect((await namesAround(40)).slice(0, 3)).toContain('Indore')
    expect(await namesAround(40)).toEqual(expect.arrayContaining(['Dewas', 'Pithampur']))
  })

  test('have space between them and PIN codes', async () => {
    const shown = await placesAround(vijayNagar, 10)

    expect(shown.length).toBeGreaterThan(10)
    for (const label of shown) {
      expect(distanceKm(vijayNagar, label)).toBeLessThanOrEqual(10)
      expect(label.postalCode).toMatch(/^\d{6}$/)
      const otherLabels = shown.filter((other) => other !== label)
      expect(
        Math.min(...otherLabels.map((other) => distanceKm(label, other))),
      ).toBeGreaterThanOrEqual(1)
    }
  })

  test('are at most sixty, however many places there are', async () => {
    const delhi = { latitude: 28.6315, longitude: 77.2167 }

    expect(await placesAround(delhi, 40)).toHaveLength(60)
  })

  test('do not exist at sea', async () => {
    expect(await placesAround({ latitude: 15, longitude: 70 }, 40)).toEqual([])
  })
})

describe('the address of a point [loc.7]', () => {
  test.each<[name: string, at: [number, number], known: string]>([
    ['Vijay Nagar', [22.7533, 75.8937], 'Indore 452010'],
    ['Bandra', [19.0596, 72.8295], 'Mumbai 400050'],
    ['Connaught Place', [28.6315, 77.2167], 'New Delhi 110001'],
    ['Whitefield', [12.9698, 77.7499], 'Bengaluru 560066'],
    ['Hazratganj', [26.8505, 80.9462], 'Lucknow 226001'],
    ['Panjim', [15.4989, 73.8278], 'Panjim 403001'],
  ])('is found for %s', async (_, at, known) => {
    const place = await nearestPlace(...at)

    expect(`${place?.city} ${place?.postalCode}`).toBe(known)
    // The point stays where the shopper placed it.
    expect([place?.latitude, place?.longitude]).toEqual(at)
  })

  test('has the right city all over the large cities', async () => {
    const cities = await Promise.all(points.map(([, at]) => nearestPlace(...at)))

    expect(cities.map((place) => place?.city)).toEqual(points.map(([city]) => city))
  })

  test('is "near" a place if it is remote, and undefined outside India', async () => {
    expect((await nearestPlace(27.0, 71.0))?.formattedAddress).toMatch(/^Near .+, Rajasthan \d{6}$/)
    expect(await nearestPlace(15, 70)).toBeUndefined()
    expect(await nearestPlace(51.5, -0.12)).toBeUndefined()
    // Off the coast of Mumbai, 30 and 60 km from it.
    expect((await nearestPlace(19, 72.53))?.formattedAddress).toMatch(/^Near .+, Maharashtra/)
    expect(await nearestPlace(19, 72.22)).toBeUndefined()
    expect(await nearestPlace(90, 180)).toBeUndefined()
  })
})

const points: [city: string, at: [number, number]][] = [
  ['Indore', [22.7196, 75.8577]],
  ['Indore', [22.7244, 75.8839]],
  ['Indore', [22.6953, 75.8681]],
  ['Mumbai', [19.1136, 72.8697]],
  ['Mumbai', [18.9067, 72.8147]],
  ['New Delhi', [28.5494, 77.2001]],
  ['New Delhi', [28.7041, 77.1025]],
  ['Bengaluru', [12.9116, 77.6389]],
  ['Bengaluru', [13.0358, 77.597]],
  ['Hyderabad', [17.4401, 78.3489]],
  ['Chennai', [13.0418, 80.2341]],
  ['Kolkata', [22.5411, 88.3378]],
  ['Pune', [18.5362, 73.894]],
  ['Ahmedabad', [23.0339, 72.5614]],
  ['Jaipur', [26.9124, 75.7873]],
]
