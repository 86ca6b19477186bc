import { toast, useToasterStore } from 'react-hot-toast/headless'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ApiError } from './api/apiError.ts'
import {
  hasToasts,
  onFirstToast,
  toastSuccess,
  toastBriefly,
  toastFailure,
  toastInfo,
  toastRefusalOr,
  toastServerMessageOr,
} from './toasts.ts'

const refused = (code: ApiError['code'], msg?: string) =>
  new ApiError(
    code,
    new Error(code),
    msg === undefined ? undefined : { success: false, code: 'invalid', msg },
  )

/** The kind and text of each shown toast. */
function shown() {
  const { result } = renderHook(() => useToasterStore())
  return () => result.current.toasts.map(({ type, message }) => `${type}: ${String(message)}`)
}

afterEach(() => toast.remove())

test('the toast component loads with the first toast', async () => {
  const [listener, removedListener] = [vi.fn(), vi.fn()]
  onFirstToast(listener)
  onFirstToast(removedListener)()
  expect(hasToasts()).toBe(false)

  await toastSuccess('Saved')

  expect(hasToasts()).toBe(true)
  expect(listener).toHaveBeenCalledOnce()
  expect(removedListener).not.toHaveBeenCalled()
})

test('a toast is a success, an info or a failure', async () => {
  const toasts = shown()

  await toastSuccess('Saved')
  await toastInfo('Nothing changed')
  await toastFailure('Not saved')

  await waitFor(() =>
    expect(toasts().sort()).toEqual([
      'blank: Nothing changed',
      'error: Not saved',
      'success: Saved',
    ]),
  )
})

test('a brief toast appears at the top', async () => {
  const { result } = renderHook(() => useToasterStore())

  await toastBriefly('Added')

  await waitFor(() =>
    expect(result.current.toasts).toEqual([
      expect.objectContaining({ message: 'Added', position: 'top-right' }),
    ]),
  )
})

test.each([
  [
    'the server’s message',
    refused('conflict', 'It was sold a moment ago.'),
    'It was sold a moment ago.',
  ],
  ['our message if it sent none', refused('offline'), 'Could not be saved'],
  ['our message if it sent an empty one', refused('conflict', ''), 'Could not be saved'],
  ['our message if there is no response', new Error('bug'), 'Could not be saved'],
])('a failure is shown with %s', async (_, error, sentence) => {
  const toasts = shown()

  await toastServerMessageOr('Could not be saved')(error)

  await waitFor(() => expect(toasts()).toEqual([`error: ${sentence}`]))
})

test.each([
  [refused('invalid', 'The pincode is wrong.'), 'The pincode is wrong.'],
  [refused('not_allowed_now', 'It was delivered already.'), 'It was delivered already.'],
  [refused('out_of_stock', 'Size M is sold out'), 'Size M is sold out'],
  [refused('unavailable', 'The store is very busy.'), 'Could not be saved'],
  [refused('invalid'), 'Could not be saved'],
  [new Error('bug'), 'Could not be saved'],
])('only refused input shows the server’s message: %s', async (error, sentence) => {
  const toasts = shown()

  await toastRefusalOr('Could not be saved')(error)

  await waitFor(() => expect(toasts()).toEqual([`error: ${sentence}`]))
})
