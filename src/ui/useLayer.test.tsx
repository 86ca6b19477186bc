import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { BrowserRouter, Link, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { Dialog } from './Dialog.tsx'

type Props = { title: string; children?: ReactNode }

/** A button that opens a dialog of the same name. */
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

function Page() {
  const { pathname, key } = useLocation()
  return (
    <>
      <h1>{pathname}</h1>
      <output>{key}</output>
      <Link to="/lists">Lists</Link>
      <Link to="/further">Further</Link>
      <Opener title="Sizes">
        <Opener title="Help" />
      </Opener>
    </>
  )
}

afterEach(() => vi.restoreAllMocks())

let last = 0
/** Each test has a page of its own behind the one it looks at. */
async function onPage() {
  last += 1
  history.pushState(null, '', `/before-${last}`)
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Lists' }))
  await isAt('/lists')
  return `/before-${last}`
}
const isAt = (path: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(path))
const dialog = (name: string) => screen.queryByRole('dialog', { name })
const open = (name: string) => userEvent.click(screen.getByRole('button', { name: `Open ${name}` }))
/** What is open, as the history has it. */
const isDeep = (depth: number) =>
  waitFor(() => expect((history.state as { layers?: number }).layers ?? 0).toBe(depth))
test('Back closes the dialog, and the next Back leaves the page', async () => {
  const before = await onPage()
  const { textContent } = screen.getByRole('status')
  await open('Sizes')
  await isDeep(1)

  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())
  expect(location.pathname).toBe('/lists')
  expect(screen.getByRole('status')).toHaveTextContent(textContent)

  history.back()
  await isAt(before)
})

test('a dialog that was closed otherwise costs no Back', async () => {
  const before = await onPage()
  await open('Sizes')
  await isDeep(1)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await isDeep(0)

  history.back()

  await isAt(before)
})

test('of two dialogs on each other Back closes the upper one first', async () => {
  const before = await onPage()
  await open('Sizes')
  await open('Help')
  await isDeep(2)

  history.back()
  await waitFor(() => expect(dialog('Help')).toBeNull())
  expect(dialog('Sizes')).toBeVisible()
  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())
  history.back()

  await isAt(before)
})

test('a link in a dialog leads to a page from which Back leads to the one below', async () => {
  const before = await onPage()
  await open('Sizes')
  await isDeep(1)
  await userEvent.click(screen.getByRole('link', { name: 'Beyond' }))
  await isAt('/beyond')

  history.back()
  await isAt('/lists')
  expect(dialog('Sizes')).toBeNull()
  history.back()

  await isAt(before)
})

test('a page gone to while a closed dialog is being taken out of the history stays', async () => {
  const before = await onPage()
  await open('Sizes')
  await isDeep(1)
  const go = vi.spyOn(history, 'go').mockImplementationOnce((steps) => {
    History.prototype.go.call(history, steps)
    act(() => screen.getByRole('link', { name: 'Further' }).click())
  })
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(go).toHaveBeenLastCalledWith(1))

  await waitFor(() => expect(location.pathname).toBe('/further'))
  await isAt('/further')
  history.back()
  await isAt('/lists')
  history.back()
  await isAt(before)
})

test('a dialog that opens as another closes takes its place', async () => {
  const before = await onPage()
  await open('Sizes')
  await isDeep(1)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await open('Sizes')
  await isDeep(1)

  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())
  history.back()

  await isAt(before)
})

test('Forward to where a dialog lay opens nothing, and Back leaves from there', async () => {
  const before = await onPage()
  await open('Sizes')
  await isDeep(1)
  history.back()
  await waitFor(() => expect(dialog('Sizes')).toBeNull())

  const go = vi.spyOn(history, 'go')
  history.forward()
  await waitFor(() => expect(go).toHaveBeenCalledWith(-1))
  await isDeep(0)
  history.back()

  await isAt(before)
})

/** A dialog of two steps. */
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

test('in a dialog of several steps Back goes to the step before, then closes it [loc.4]', async () => {
  const onClose = vi.fn()
  await onPage()
  const { unmount } = render(<Steps onClose={onClose} />)
  await isDeep(1)
  await userEvent.click(screen.getByRole('button', { name: 'Further' }))
  expect(dialog('Second')).toBeVisible()

  history.back()
  await waitFor(() => expect(dialog('First')).toBeVisible())
  expect(onClose).not.toHaveBeenCalled()
  await isDeep(1)

  history.back()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  unmount()
  await isDeep(0)
  expect(location.pathname).toBe('/lists')
})
