import { Route, Routes } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { screens } from './loadPage.ts'
import { NotFound } from './NotFound.tsx'

export function Screens() {
  return (
    <Routes>
      {[...screens].map(([page, Screen]) => (
        <Route key={page} path={paths[page]} element={<Screen />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
