import type { StaffOrder } from '#contract/staff/board.ts'
import { splitNet } from '#contract/staff/itemChanges.ts'
import { moneyOfChange } from '#desk/orders/changes/moneyOfChange.ts'
import { paiseText } from '#ui/text/Price.tsx'
import type { Paise } from '#contract/values/money.ts'
import type { PickLine, Resolution } from './pickRound.ts'
import { texts as packTexts } from '#desk/pack/texts.ts'

const texts = packTexts.shortage

export type Effects = { stock: string; money: string; message: string }

/** What a resolution will do, before it is done. The order has the amounts; without it they are not known yet. */
export function effectsOf(resolution: Resolution, line: PickLine, order: StaffOrder): Effects {
  const { size, quantity } = line
  switch (resolution.kind) {
    case 'swap':
      return {
        stock: texts.effects.swapStock({ from: size, to: resolution.size, quantity }),
        money: texts.effects.noMoney,
        message: texts.effects.swapMessage({ from: size, to: resolution.size }),
      }
    case 'cancelItem':
      return {
        stock: texts.effects.emptied(size),
        money: moneyOf(line, resolution.quantity, order),
        message: texts.effects.cancelMessage,
      }
    case 'cancelOrder': {
      const move = order.moves.find((offered) => offered.move === 'cancel')
      const isTrial = order.lines.some((line) => line.item === line.item && line.trialSize)
      return {
        stock: isTrial ? texts.effects.emptiedOfTrial(size) : texts.effects.emptied(size),
        money: move?.money ?? texts.effects.nothing,
        message: move?.message ?? texts.effects.nothing,
      }
    }
  }
}

function moneyOf({ item }: PickLine, quantity: number, order: StaffOrder): string {
  const line = order.lines.find((orderLine) => orderLine.item === item)
  if (!line) return texts.effects.nothing
  const [, part] = splitNet(line, quantity)
  if (!order.isPaid) return texts.effects.lessCash(paiseText(part as Paise))
  return moneyOfChange(order, -part) ?? texts.effects.nothing
}
