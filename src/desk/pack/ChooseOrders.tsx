import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import type { PickOrder } from '#contract/staff/picking.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PromiseClock } from '#desk/ui/time/PromiseClock.tsx'
import styles from './ChooseOrders.module.css'
import type { PickRound } from './picking/pickData.ts'
import { bagLetters, changedRound, progressOf } from './picking/pickRound.ts'
import { texts as packTexts } from './texts.ts'

const texts = packTexts.chooser

type Props = { round: PickRound; onClose: () => void }

/** Chooses the orders of the round. Those that stay keep their bags. */
export function ChooseOrders({ round: { list, numbers, setNumbers }, onClose }: Props) {
  const orders = list.orders ?? []
  const open = orders.map(({ number }) => number)
  const [chosen, setChosen] = useState(() => numbers.filter((number) => open.includes(number)))
  const [problem, setProblem] = useState<string>()
  const warehouse = orders.find(({ number }) => number === chosen[0])?.warehouse.id

  const isBlocked = (order: PickOrder) =>
    !chosen.includes(order.number) &&
    (chosen.length >= bagLetters.length ||
      (warehouse !== undefined && order.warehouse.id !== warehouse))
  function submit(event: FormEvent) {
    event.preventDefault()
    const stillOpen = chosen.filter((number) => open.includes(number))
    if (stillOpen.length === 0) return setProblem(texts.chooseOne)
    setNumbers(changedRound(numbers, stillOpen))
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.hint}>{texts.hint(bagLetters.length)}</p>
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order.number}>
              <label className={styles.order} data-blocked={isBlocked(order) || undefined}>
                <input
                  type="checkbox"
                  checked={chosen.includes(order.number)}
                  disabled={isBlocked(order)}
                  onChange={({ target }) => {
                    setProblem(undefined)
                    setChosen((before) =>
                      target.checked
                        ? [...before, order.number]
                        : before.filter((number) => number !== order.number),
                    )
                  }}
                />
                <span className={styles.text}>
                  <b>{order.number}</b>
                  <small>
                    {texts.detail(
                      order.customer,
                      progressOf(order.items).quantity,
                      order.warehouse.name,
                    )}
                  </small>
                </span>
                {order.state === 'packing' && <span className={styles.tag}>{texts.begun}</span>}
                <PromiseClock promisedBy={order.promisedBy} />
              </label>
            </li>
          ))}
        </ul>
        {problem && <Note kind="bad">{problem}</Note>}
        <Button type="submit" variant="go" fullWidth>
          {texts.start(chosen.length)}
        </Button>
      </form>
    </Dialog>
  )
}
