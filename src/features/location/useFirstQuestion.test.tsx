import { act, render } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { forgetPersisted } from '#platform/persistedAtom.ts'
import { locationDialogAtom } from './locationDialog.ts'
import { useFirstQuestion } from './useFirstQuestion.ts'

const store = getDefaultStore()
const shown = () => store.get(locationDialogAtom)

function Asker() {
  useFirstQuestion(true)
  return null
}

/** The page rests for two seconds; whether the question's program has come is another matter. */
const rest = () => act(() => vi.advanceTimersByTime(2000))
const programComes = () => act(() => vi.dynamicImportSettled())

beforeEach(async () => {
  await forgetPersisted()
  store.set(locationDialogAtom, null)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

test('the question for the place comes once, when the page has rested [loc.1]', async () => {
  render(<Asker />)
  expect(shown()).toBeNull()
  rest()
  await programComes()
  expect(shown()).toBe('ask')

  store.set(locationDialogAtom, null)
  rest()
  await programComes()
  expect(shown()).toBeNull()
})

test('what is opened while the question is on its way is not covered by it [loc.1] [a11y.1]', async () => {
  render(<Asker />)
  rest()
  const sheet = document.body.appendChild(document.createElement('dialog'))
  sheet.open = true
  await programComes()
  expect(shown()).toBeNull()

  sheet.remove()
  rest()
  await programComes()
  expect(shown()).toBe('ask')
})
