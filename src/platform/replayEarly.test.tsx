import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { type Done, type Early, replayEarly } from './replayEarly.ts'

test('what was done before the page was taken over is done again', () => {
  const [heard, ticked, tapped] = [vi.fn(), vi.fn(), vi.fn()]
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
      <button onClick={tapped}>Add to bag</button>
    </>,
  )
  const sort = screen.getByLabelText<HTMLSelectElement>('Sort')
  const box = screen.getByLabelText<HTMLInputElement>('In stock')
  const button = screen.getByText('Add to bag')

  const early: Early = {
    pehnoEarly: new Map<unknown, Done>([
      [sort, [sort, null, 'Cheap', false]],
      [box, [box, null, 'on', true]],
      [true, [button, null, '', false]],
    ]),
  }
  replayEarly(early)

  button.ariaLabel = 'Remove from bag'
  replayEarly({ pehnoEarly: new Map([[true, [button, null, '', false]]]) })

  expect(heard).toHaveBeenCalledWith('Cheap')
  expect(ticked).toHaveBeenCalledExactlyOnceWith(true)
  expect(box).toBeChecked()
  expect(tapped).toHaveBeenCalledTimes(1)
  expect(early.pehnoEarly).toBeUndefined()
})
