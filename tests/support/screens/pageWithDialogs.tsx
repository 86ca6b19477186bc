import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { BrowserRouter, Link, useLocation } from 'react-router-dom'
import { expect } from 'vitest'

import { Dialog } from '#ui/overlays/Dialog.tsx'

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
    </>
  )
}

let last = 0
/** Each test has its own history entry before the page under test. */
export async function openPage() {
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
export const waitForPath = (path: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(path))
export const dialog = (name: string) => screen.queryByRole('dialog', { name })
export const open = (name: string) =>
  userEvent.click(screen.getByRole('button', { name: `Open ${name}` }))
