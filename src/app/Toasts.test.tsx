import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ApiError } from '#platform/apiError.ts'
import {
  onFirstToast,
  tell,
  tellBriefly,
  tellFailure,
  tellPlainly,
  tellRefusalOr,
  tellServerMessageOr,
} from '#platform/tell.ts'
import { Toasts } from './Toasts.tsx'

const program = 'react-hot-toast/headless'

/** What draws a toast comes over the line. */
const cutLine = () =>
  vi.doMock(program, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })

/** The line is back so long after it went. */
async function bringLineBack(afterMs: number) {
  vi.doUnmock(program)
  vi.setSystemTime(Date.now() + afterMs)
  await act(async () => {
    dispatchEvent(new Event('online'))
    await vi.dynamicImportSettled()
  })
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test.for([
  { words: 'Added to bag', say: tell, shownMs: 1500, isInCorner: false },
  { words: 'Link copied', say: tellBriefly, shownMs: 1000, isInCorner: true },
])('"$words" shows for $shownMs ms [shell.27]', async ({ words, say, shownMs, isInCorner }) => {
  render(<Toasts />)
  await say(words)
  const toast = await screen.findByText(words)
  expect(toast.closest('[data-corner]') !== null).toBe(isInCorner)

  await vi.advanceTimersByTimeAsync(shownMs - 500)
  expect(screen.getByText(words)).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(500)

  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

describe('without a line', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    render(<Toasts />)
    cutLine()
  })
  afterEach(() => {
    vi.doUnmock(program)
    vi.useRealTimers()
  })

  test('what cannot be told without a line keeps nobody waiting, and is told when it is back [shell.27] [pwa.7]', async () => {
    await tell('Added to bag')
    expect(screen.queryByText('Added to bag')).toBeNull()

    await bringLineBack(9000)

    expect(await screen.findByText('Added to bag')).toBeInTheDocument()
  })

  test('it is told once, however often the line goes meanwhile [shell.27] [pwa.7]', async () => {
    await tell('Moved to wishlist')
    dispatchEvent(new Event('online'))
    await vi.dynamicImportSettled()

    await bringLineBack(4000)
    await bringLineBack(1000)

    expect(await screen.findAllByText('Moved to wishlist')).toHaveLength(1)
  })

  test('after a while it is no news any more [shell.27] [pwa.7]', async () => {
    await tell('Coupon removed')

    await bringLineBack(11_000)
    await act(() => tell('Back again'))

    expect(await screen.findByText('Back again')).toBeInTheDocument()
    expect(screen.queryByText('Coupon removed')).toBeNull()
  })
})

describe('a toast', () => {
  const refused = (code: ApiError['code'], msg?: string) =>
    new ApiError(
      code,
      new Error(code),
      msg === undefined ? msg : { success: false, code: 'invalid', msg },
    )
  /** All that is shown: what kind of news it is, and its words. */
  const shown = () =>
    screen
      .queryAllByRole('status', { hidden: true })
      .map(({ dataset, textContent }) => [dataset.type, textContent])

  beforeEach(async () => {
    render(<Toasts />)
    // What earlier tests have told is over.
    await act(() => vi.advanceTimersByTimeAsync(10_000))
  })

  test.each([
    ['success', tell],
    ['blank', tellPlainly],
    ['error', (words: string) => tellFailure(words)()],
  ])('is of the kind "%s" [shell.27]', async (kind, say) => {
    await act(() => say('Sentence'))

    expect(shown()).toEqual([[kind, 'Sentence']])
  })

  test.each([
    ['the words of the store', refused('conflict', 'Sold a moment ago.'), 'Sold a moment ago.'],
    ['ours where it sent none', refused('offline'), 'Could not be saved'],
    ['ours where it sent empty ones', refused('conflict', ''), 'Could not be saved'],
    ['ours where it did not answer', new Error('bug'), 'Could not be saved'],
  ])('tells a failure in %s [shell.27]', async (_, error, words) => {
    await act(() => tellServerMessageOr('Could not be saved')(error))

    expect(shown()).toEqual([['error', words]])
  })

  test.each([
    [refused('invalid', 'The pincode is wrong.'), 'The pincode is wrong.'],
    [refused('not_allowed_now', 'It was delivered already.'), 'It was delivered already.'],
    [refused('unavailable', 'The store is very busy.'), 'Could not be saved'],
    [refused('invalid'), 'Could not be saved'],
    [new Error('bug'), 'Could not be saved'],
  ])(
    'tells in the words of the store only why input was refused: %s [shell.27]',
    async (error, words) => {
      await act(() => tellRefusalOr('Could not be saved')(error))

      expect(shown()).toEqual([['error', words]])
    },
  )

  test('has what draws it brought in, unless that is not wanted any more [shell.27]', async () => {
    const [wanted, unwanted] = [vi.fn(), vi.fn()]
    onFirstToast(wanted)
    onFirstToast(unwanted)()

    await act(() => tell('Sentence'))

    expect(wanted).toHaveBeenCalled()
    expect(unwanted).not.toHaveBeenCalled()
  })
})
