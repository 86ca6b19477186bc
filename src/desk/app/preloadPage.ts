import { firstPathOf, pagesOf } from './pages.ts'
import { readEarly } from './request.ts'
import { currentSession } from './session.ts'

/**
 * Requests the program of the page that is opened, and what it reads first, when this module is imported: before the rest of
 * the desk runs, which on a slow phone takes longer than the requests.
 */
const role = currentSession()?.person.role
if (role) {
  const path = location.pathname.replace(/^\/desk|\/$/g, '') || firstPathOf(role)
  const page = pagesOf(role).find((candidate) => candidate.path === path)
  // The page itself asks again, and says what went wrong.
  void page?.load().catch(() => undefined)
  if (page?.firstRead) readEarly(page.firstRead)
}
