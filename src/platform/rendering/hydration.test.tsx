import { act, render, screen } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import {
  type PrehydrationEvent,
  type PrehydrationEvents,
  replayPrehydrationEvents,
} from './hydration.ts'

/** A controlled field, which shows the value of its state. */
function Name({ onChange }: { onChange: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <input
      aria-label="Name"
      value={name}
      onChange={({ target }) => {
        setName(target.value)
        onChange(target.value)
      }}
    />
  )
}

test('events before hydration are replayed', () => {
  const [heard, ticked, tapped, written] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  render(
    <>
      <select aria-label="Sort" onChange={({ target }) => heard(target.value)}>
        <option>New</option>
        <option>Cheap</option>
      </select>
      <label>
        <input type="checkbox" onChange={({ target }) => ticked(target.checked)} />
        In stock
      </label>
      <label>
        <input type="checkbox" onChange={({ target }) => ticked(target.checked)} />
        New
      </label>
      <Name onChange={written} />
      <button onClick={tapped}>Add to bag</button>
    </>,
  )
  const sort = screen.getByLabelText<HTMLSelectElement>('Sort')
  const box = screen.getByLabelText<HTMLInputElement>('In stock')
  const back = screen.getByLabelText<HTMLInputElement>('New')
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  const button = screen.getByText('Add to bag')

  const early: PrehydrationEvents = {
    pehnoEarly: new Map<unknown, PrehydrationEvent>([
      [sort, [sort, null, 'Cheap', false]],
      [box, [box, null, 'on', true]],
      // Checked and unchecked again.
      [back, [back, null, 'on', false]],
      [name, [name, null, 'Meera', false]],
      [true, [button, null, '', false]],
    ]),
  }
  act(() => replayPrehydrationEvents(early))

  button.ariaLabel = 'Remove from bag'
  replayPrehydrationEvents({ pehnoEarly: new Map([[true, [button, null, '', false]]]) })

  expect(heard).toHaveBeenCalledWith('Cheap')
  expect(ticked).toHaveBeenCalledExactlyOnceWith(true)
  expect(box).toBeChecked()
  expect(back).not.toBeChecked()
  expect(written).toHaveBeenLastCalledWith('Meera')
  expect(name).toHaveValue('Meera')
  expect(tapped).toHaveBeenCalledTimes(1)
  expect(early.pehnoEarly).toBeUndefined()
})

test('a field in a part that is not hydrated yet is replayed too', async () => {
  const typed = vi.fn()
  let isWaiting = false
  function Part() {
    if (isWaiting) use(never)
    return <input aria-label="Name" onChange={({ target }) => typed(target.value)} />
  }
  const page = (
    <Suspense>
      <Part />
    </Suspense>
  )
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = renderToString(page)
  isWaiting = true
  await act(async () => hydrateRoot(root, page))
  const field = root.querySelector('input')!
  field.value = 'Meera'
  isWaiting = false

  await act(async () =>
    replayPrehydrationEvents({ pehnoEarly: new Map([[field, [field, 'Name', 'Meera', false]]]) }),
  )

  expect(typed).toHaveBeenCalledWith('Meera')
})

const never = new Promise<void>(() => undefined)
