import { type FocusEvent, useEffect, useRef, useState } from 'react'

import type { BoardOrder } from '#contract/staff/board.ts'
import type { Group } from '#desk/board/urgency.ts'

/** The list moves after the pointer and the focus have been away for this long. */
const restMs = 2000
/** A pointer that was left on the list, by somebody who has gone, does not hold it for longer. */
const abandonedMs = 60_000

/** Whether rows have to stay where they are, because the pointer or the keyboard's focus is on them. */
export function useHold() {
  const [isHeld, setIsHeld] = useState(false)
  const on = useRef({ pointer: false, focus: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function release() {
    clearTimeout(timer.current)
    setIsHeld(false)
  }
  function note(change: Partial<typeof on.current> = {}) {
    Object.assign(on.current, change)
    const isOn = on.current.pointer || on.current.focus
    if (isOn) setIsHeld(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(release, isOn ? abandonedMs : restMs)
  }
  return {
    isHeld,
    release,
    handlers: {
      onPointerEnter: () => note({ pointer: true }),
      onPointerMove: () => note({ pointer: true }),
      onPointerLeave: () => note({ pointer: false }),
      // A click also moves the focus, but then the pointer says where somebody works.
      onFocus: ({ target }: FocusEvent) => note({ focus: target.matches(':focus-visible') }),
      onBlur: () => note({ focus: false }),
      onKeyDown: () => note(),
    },
  }
}

type Calm = { isHeld: boolean; view: string; orders: readonly BoardOrder[] }

/**
 * The groups as they may be shown: those of before while the list is held, unless another view was chosen. Their rows
 * are up to date, and the last ones of orders that have left the board.
 */
export function useCalmGroups(groups: readonly Group[], { isHeld, view, orders }: Calm) {
  const [shown, setShown] = useState({ groups, view })
  const isSame = keyOf(shown.groups) === keyOf(groups)
  const mayMove = !isHeld || shown.view !== view || shown.groups.length === 0
  if (mayMove && !(isSame && shown.view === view)) setShown({ groups, view })
  if (mayMove) return { groups, isWaiting: false }
  const rows = new Map(orders.map((order) => [order.number, order]))
  const updated = shown.groups.map(({ name, orders: before }) => ({
    name,
    orders: before.map((order) => rows.get(order.number) ?? order),
  }))
  return { groups: updated, isWaiting: !isSame }
}

const keyOf = (groups: readonly Group[]): string =>
  groups.map(({ name, orders }) => [name, ...orders.map(({ number }) => number)].join()).join(';')
