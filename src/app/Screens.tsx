import { Route, Routes } from 'react-router-dom'

import { guarded, paths } from '#contract/paths.ts'
import { Guard } from './Guard.tsx'
import { screens } from './loadPage.ts'
import { NotFound } from './NotFound.tsx'

export function Screens() {
  return (
    <Routes>
      {[...screens].map(([page, Screen]) => (
        <Route
          key={page}
          path={paths[page]}
          element={
            guarded.has(page) ? (
              <Guard>
                <Screen />
              </Guard>
            ) : (
              <Screen />
            )
          }
        />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
