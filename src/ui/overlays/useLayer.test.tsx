import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { BrowserRouter, Link, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { Dialog } from './Dialog.tsx'

type Props = { title: string; children?: ReactNode }

/** A button that opens the dialog of the same name. */
function Opener({ title, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open {title}</button>
      {isOpen && (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          {children}
          <Link to="/beyond" onClick={() => setIsOpen(false)}>
            Beyond
          </Link>
        </Dialog>
      )}
    </>
  )
}

/** A dialog with a button that shows another one in its place. */
function Replaced() {
  const [step, setStep] = useState<'First' | 'Second'>()
  const close = () => setStep(undefined)
  return (
    <>
      <button onClick={() => setStep('First')}>Open First</button>
      {step === 'First' && (
        <Dialog title="First" onClose={close}>
          <button onClick={() => setStep('Second')}>Next</button>
        </Dialog>
      )}
      {step === 'Second' && (
        <Dialog title="Second" onClose={close}>
          Washing
        </Dialog>
      )}
    </>
  )
}

function Page() {
  const { pathname, hash, key } = useLocation()
  return (
    <>
      <h1>{pathname}</h1>
      <p role="note">{hash}</p>
      <output>{key}</output>
      <Link to="/lists">Lists</Link>
      <Link to="/further">Further</Link>
      <Opener title="Sizes">
        <Opener title="Help" />
      </Opener>
      <Replaced />
    </>
  )
}

let last = 0
/** Each test has its own history entry before the page under test. */
async function openPage() {
  last += 1
  history.pushState(null, '', `/before-${last}`)
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Lists' }))
  await waitForPath('/lists')
  return `/before-${last}`
}
const waitForPath = (path: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(path))
const dialog = (name: string) => screen.queryByRole('dialog', { name })
const open = (name: string) => userEvent.click(screen.getByRole('button', { name: `Open ${name}` }))

afterEach(() => vi.restoreAllMocks())

test('Back closes the dialog, and the next Back leaves the page', async () => {
  const before = await openPage()
  const { textContent } = screen.getByRole('status')
  await open('Sizes')

  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())
  expect(location.pathname).toBe('/lists')
  expect(screen.getByRole('status')).toHaveTextContent(textContent)

  history.back()
  await waitForPath(before)
})

test('a dialog closed otherwise leaves no history entry', async () => {
  const before = await openPage()
  await open('Sizes')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  history.back()

  await waitForPath(before)
})

test('a URL opened as soon as a dialog is gone loads: going back was requested before', async () => {
  await openPage()
  await open('Sizes')
  const go = vi.spyOn(history, 'go')

  await act(() => screen.getByRole('button', { name: 'Close' }).click())

  expect(dialog('Sizes')).toBeNull()
  expect(go).toHaveBeenCalledWith(-1)
  await waitFor(() => expect(location.pathname).toBe('/lists'))
})

test('Back closes the upper of two dialogs first', async () => {
  const before = await openPage()
  await open('Sizes')
  await open('Help')

  history.back()
  await waitFor(() => expect(dialog('Help')).toBeNull())
  expect(dialog('Sizes')).toBeVisible()
  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())
  history.back()

  await waitForPath(before)
})

test('after a link in a dialog Back leads to the page below it', async () => {
  const before = await openPage()
  await open('Sizes')
  await userEvent.click(screen.getByRole('link', { name: 'Beyond' }))
  await waitForPath('/beyond')

  history.back()
  await waitForPath('/lists')
  expect(dialog('Sizes')).toBeNull()
  history.back()

  await waitForPath(before)
})

test('a page opened while a closed dialog leaves the history stays open', async () => {
  const before = await openPage()
  await open('Sizes')
  const go = vi.spyOn(history, 'go').mockImplementationOnce((steps) => {
    History.prototype.go.call(history, steps)
    act(() => screen.getByRole('link', { name: 'Further' }).click())
  })
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(go).toHaveBeenLastCalledWith(1))

  await waitFor(() => expect(location.pathname).toBe('/further'))
  await waitForPath('/further')
  history.back()
  await waitForPath('/lists')
  history.back()
  await waitForPath(before)
})

test('a dialog in the place of another keeps its history entry', async () => {
  const before = await openPage()
  await open('First')
  const go = vi.spyOn(history, 'go')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(dialog('Second')).toBeVisible()
  expect(go).not.toHaveBeenCalled()

  history.back()
  await waitFor(() => expect(dialog('Second')).toBeNull())
  history.back()

  await waitForPath(before)
})

test('a dialog opened after another was closed has one history entry', async () => {
  const before = await openPage()
  await open('Sizes')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await open('Sizes')

  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())
  history.back()

  await waitForPath(before)
})

test('two dialogs closed together leave no history entry', async () => {
  const before = await openPage()
  await open('Sizes')
  await open('Help')
  const closers = screen.getAllByRole('button', { name: 'Close' })
  act(() => closers.reverse().forEach((closer) => closer.click()))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  history.back()

  await waitForPath(before)
})

test.each([['popstate', 'hashchange'], ['hashchange']])(
  'a fragment opened while a closed dialog leaves the history stays (%s first) [shell.4]',
  async (...events) => {
    await openPage()
    await open('Sizes')
    vi.spyOn(history, 'go').mockImplementationOnce((steps) => {
      // As browsers do: going back to the previous entry without asking.
      History.prototype.pushState.call(history, null, '', '#login')
      History.prototype.go.call(history, Number(steps) - 1)
      const init = { state: null, newURL: location.href }
      for (const name of events)
        dispatchEvent(
          name === 'popstate' ? new PopStateEvent(name, init) : new HashChangeEvent(name, init),
        )
    })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))

    await waitFor(() => expect(screen.getByRole('note')).toHaveTextContent('#login'))
    history.back()

    await waitFor(() => expect(screen.getByRole('note')).toBeEmptyDOMElement())
    await waitForPath('/lists')
  },
)

test('a dialog closed during navigation to another document keeps its entry until the return', async () => {
  const before = await openPage()
  const go = vi.spyOn(history, 'go')
  await open('Sizes')
  dispatchEvent(new Event('beforeunload'))
  act(() => screen.getByRole('button', { name: 'Close' }).click())
  // By the next timer it would have gone back.
  await new Promise((done) => setTimeout(done))
  expect(go).not.toHaveBeenCalled()

  await userEvent.keyboard('{Escape}')
  history.back()

  await waitForPath(before)
})

test('Forward to a dialog’s entry opens nothing, and Back leaves it', async () => {
  const before = await openPage()
  await open('Sizes')
  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())

  const go = vi.spyOn(history, 'go')
  history.forward()
  await waitFor(() => expect(go).toHaveBeenCalledWith(-1))
  history.back()

  await waitForPath(before)
})

/** A dialog with two steps. */
function Steps({ onClose }: { onClose: () => void }) {
  const [isSecond, setIsSecond] = useState(false)
  return (
    <Dialog
      title={isSecond ? 'Second' : 'First'}
      onClose={onClose}
      onBack={isSecond ? () => setIsSecond(false) : undefined}
    >
      <button onClick={() => setIsSecond(true)}>Further</button>
    </Dialog>
  )
}

test('in a dialog with steps Back goes to the previous step, then closes it [loc.4]', async () => {
  const onClose = vi.fn()
  await openPage()
  const { unmount } = render(<Steps onClose={onClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Further' }))
  expect(dialog('Second')).toBeVisible()

  history.back()
  await waitFor(() => expect(dialog('First')).toBeVisible())
  expect(onClose).not.toHaveBeenCalled()

  history.back()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  unmount()
  expect(location.pathname).toBe('/lists')
})
