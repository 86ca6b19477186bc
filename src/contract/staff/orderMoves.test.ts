import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { type BoardState, moveRules, movesFor, openStates, OrderMove } from './orderMoves.ts'

/** Every move from every state, as it is drawn: 'new --> packing: startPacking'. */
const drawn = OrderMove.options.flatMap((move) => {
  const { from, to } = moveRules[move]
  return from.map((state) => `${state} --> ${to ?? state}: ${move}`)
})

test('the ways of an order are drawn in the README of orders as the table has them [board.8]', () => {
  const text = readFileSync(
    join(import.meta.dirname, '../../../server/features/orders/README.md'),
    'utf8',
  )
  const [, drawing = ''] = /```mermaid\nstateDiagram-v2\n([^`]*)```/.exec(text) ?? []
  const edges = drawing
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes('-->') && !line.includes('[*]'))

  expect(edges.toSorted()).toEqual(drawn.toSorted())
})

test('every open state has a way to an end [board.8]', () => {
  /** The states from which an order can reach an end, found backwards from the ends. */
  const ending = new Set<BoardState>(['delivered', 'cancelled'])
  for (const _ of openStates) {
    for (const { from, to } of Object.values(moveRules)) {
      if (to && ending.has(to)) for (const state of from) ending.add(state)
    }
  }

  expect(openStates.filter((state) => !ending.has(state))).toEqual([])
  expect(openStates).toHaveLength(8)
})

test('every open state can be reached from a new order [board.8]', () => {
  const reached = new Set<BoardState>(['new'])
  for (const _ of openStates) {
    for (const { from, to } of Object.values(moveRules)) {
      if (to && from.some((state) => reached.has(state))) reached.add(to)
    }
  }

  expect(openStates.filter((state) => !reached.has(state))).toEqual([])
})

test.each<[BoardState, OrderMove]>([
  ['new', 'startPacking'],
  ['packing', 'markReady'],
  ['ready', 'handOver'],
  ['withRider', 'startDelivery'],
  ['onTheWay', 'deliver'],
  ['failed', 'deliverAgain'],
])('the first move of an order that is %s leads it on: %s [board.3]', (state, usual) => {
  const order = { state, purchaseType: 'Standard', duePaise: 0 } as const

  expect(movesFor('manager', order)[0]).toBe(usual)
})
