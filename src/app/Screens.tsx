import { createElement } from 'react'
import { useLocation } from 'react-router-dom'

import { guarded, pageAt } from '#contract/paths.ts'
import { Guard } from './Guard.tsx'
import { screens } from './loadPage.ts'
import { NotFound } from './NotFound.tsx'

/**
 * The screen of the address. Found as the server finds it: a router that weighs all its routes
 * against each other takes longer than drawing the screen.
 */
export function Screens() {
  const { pathname } = useLocation()
  const page = pageAt(new URL(`http://store${pathname}`))?.page
  const screen = page && screens.get(page)
  if (!screen) return <NotFound />
  return guarded.has(page) ? <Guard>{createElement(screen)}</Guard> : createElement(screen)
}
