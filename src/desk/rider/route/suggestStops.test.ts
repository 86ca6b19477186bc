import { describe, expect, test } from 'vitest'

import { routeLink, type RouteStop, suggestStops } from './suggestStops.ts'

const nowMs = Date.parse('2026-11-27T12:00:00+05:30')
const warehouse = { latitude: 22.75, longitude: 75.89 }

/** A stop so many km north of the warehouse, promised so many minutes from now. */
const stop = (key: string, northKm: number | null, minutes: number | null): RouteStop => ({
  key,
  point: northKm === null ? null : { latitude: 22.75 + northKm / 111.2, longitude: 75.89 },
  promisedMs: minutes === null ? null : nowMs + minutes * 60_000,
})
const orderOf = (stops: RouteStop[], from: typeof warehouse | null = warehouse) =>
  suggestStops(stops, { from, nowMs })
    .map(({ key }) => key)
    .join(' ')

describe('the suggested order of stops', () => {
  test('is the nearest one next while every promise holds [rider.1]', () => {
    expect(orderOf([stop('far', 4, 60), stop('near', 1, 90), stop('middle', 2, 90)])).toBe(
      'near middle far',
    )
  })

  test('goes first to a promise that a detour would break [rider.1]', () => {
    // Far away and due in 20 minutes; the near one can wait.
    expect(orderOf([stop('near', -1, 120), stop('urgent', 4, 20)])).toBe('urgent near')
  })

  test('puts a late stop first, however far it is [rider.1]', () => {
    expect(orderOf([stop('near', 1, 60), stop('late', 5, -10)])).toBe('late near')
  })

  test('fits in pick-ups, which have no promise, on the way [rider.1] [rider.5]', () => {
    expect(orderOf([stop('delivery', 3, 90), stop('pick-up', 1, null)])).toBe('pick-up delivery')
    expect(orderOf([stop('delivery', 3, 14), stop('pick-up', -2, null)])).toBe('delivery pick-up')
  })

  test('starts where the rider is [rider.1]', () => {
    const atTheFarEnd = { latitude: 22.75 + 4 / 111.2, longitude: 75.89 }

    expect(orderOf([stop('far', 4, 90), stop('near', 1, 90)], atTheFarEnd)).toBe('far near')
  })

  test('follows the promises where no place is known, and loses no stop [rider.1]', () => {
    expect(orderOf([stop('a', null, 20), stop('b', null, 10), stop('c', null, 40)], null)).toBe(
      'b a c',
    )
    expect(orderOf([])).toBe('')
    const many = Array.from({ length: 30 }, (_, at) => stop(`${at}`, at % 7, at * 9))
    const route = suggestStops(many, { from: warehouse, nowMs })
    expect(new Set(route.map(({ key }) => key)).size).toBe(30)
  })
})

test('all stops open in the map application in their order, the last one as the destination [rider.1]', () => {
  const link = routeLink([
    { text: 'First', point: { latitude: 22.75, longitude: 75.89 } },
    { text: '14 Palasia Road, Indore', point: null },
    { text: 'Last', point: { latitude: 22.7, longitude: 75.8 } },
  ])

  const query = new URL(link ?? '').searchParams
  expect(query.get('waypoints')).toBe('22.75,75.89|14 Palasia Road, Indore')
  expect(query.get('destination')).toBe('22.7,75.8')
  expect(routeLink([{ text: 'Only one', point: null }])).toBeUndefined()
})
