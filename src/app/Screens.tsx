import { createElement } from 'react'
import { useLocation } from 'react-router-dom'

import { protectedPages, type Page, pageAt } from '#contract/paths.ts'
import { needsReload } from '#platform/rendering/importChunk.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'
import { Guard } from './Guard.tsx'
import { loadOf, type LoadScreen } from './loadPage.ts'
import { NotFound } from './NotFound.tsx'
import { PageFailure } from './PageFailure.tsx'

/**
 * The screen of the address. Found as the server finds it: a router that weighs all its routes
 * against each other takes longer than drawing the screen.
 */
export function Screens() {
  const { pathname } = useLocation()
  const page = pageAt(new URL(`http://store${pathname}`))?.page
  const load = page && loadOf(page)
  return load ? <Screen page={page} load={load} /> : <NotFound />
}

function Screen({ page, load }: { page: Page; load: LoadScreen }) {
  const { module, problem, retry } = useDeferredImport(load)
  // A new version of the store has what is missing: the error screen brings it.
  if (needsReload(problem)) throw problem
  if (problem) return <PageFailure error={problem} onRetry={retry} />
  if (!module) return <LoadingPart />
  const screen = createElement(module.default)
  return protectedPages.has(page) ? <Guard>{screen}</Guard> : screen
}
