import { Button, MantineProvider } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useNavigate } from 'react-router-dom'
import { SWRConfig } from 'swr'

import type { StaffPerson } from '#contract/staff/people.ts'
import { LoginPage } from '#desk/login/LoginPage.tsx'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import { theme } from '#desk/ui/theme/theme.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { CrashBoundary } from './frame/CrashBoundary.tsx'
import { Frame } from './frame/Frame.tsx'
import { Page } from './frame/Page.tsx'
import { mayRequest } from './permissions.ts'
import { type DeskPage, firstPathOf, pagesOf } from './pages.ts'
import { request } from './request.ts'
import { currentSession, saveSession, sessionAtom } from './session.ts'
import { texts } from './texts.ts'

/** The desk: the login, or the pages of the role of who is logged in. */
export function Desk() {
  const session = useAtomValue(sessionAtom)
  return (
    // Without the style elements that the provider would add: the content policy forbids them.
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      // Screen tests have no layout, so an open menu would count as scrolled out of sight, and be hidden.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      <CrashBoundary>
        <BrowserRouter basename="/desk">
          {session ? (
            // A new person never sees what the one before has read.
            <SWRConfig key={session.token} value={{ provider: () => new Map() }}>
              <Pages person={session.person} />
            </SWRConfig>
          ) : (
            <LoginPage />
          )}
        </BrowserRouter>
      </CrashBoundary>
    </MantineProvider>
  )
}

function Pages({ person }: { person: StaffPerson }) {
  useFreshPerson()
  useWaitingMoves(person.role)
  usePush(person.role)
  return (
    <Frame person={person}>
      <Routes>
        <Route path="/" element={<Navigate to={firstPathOf(person.role)} replace />} />
        {pagesOf(person.role).map((page) => (
          <Route
            key={page.name}
            path={page.path}
            element={<LoadedPage key={page.name} page={page} />}
          />
        ))}
        <Route path="*" element={<NotFound firstPath={firstPathOf(person.role)} />} />
      </Routes>
    </Frame>
  )
}

/** Moves that a rider made before the application was closed are sent on whatever page it opens. */
function useWaitingMoves(role: StaffPerson['role']): void {
  const { module } = useDeferredImport(loadMoves, role === 'rider')
  useEffect(() => module?.startMoves(), [module])
}

const loadMoves = () => import('#desk/rider/moves/moves.ts')

/** A browser that was told about new orders before this log in goes on being told. */
function usePush(role: StaffPerson['role']): void {
  const isOn =
    'Notification' in globalThis &&
    Notification.permission === 'granted' &&
    mayRequest(role, 'subscribeStaffPush')
  const { module } = useDeferredImport(loadPush, isOn)
  useEffect(() => {
    // Without a connection it is tried again with the next start.
    module?.syncPush().catch(() => undefined)
  }, [module])
}

const loadPush = () => import('./push.ts')

/** Name, role and warehouses may have changed since the log in. */
function useFreshPerson(): void {
  useEffect(() => {
    const before = currentSession()
    if (!before) return
    request('readStaffSelf').then(
      ({ result }) => {
        if (currentSession()?.token === before.token)
          saveSession({ token: before.token, person: result })
      },
      // Without a connection the last known role counts; the server checks every call anyway.
      () => undefined,
    )
  }, [])
}

function LoadedPage({ page }: { page: DeskPage }) {
  const { module, problem, retry } = useDeferredImport(page.load)
  if (module) return <module.default />
  return (
    <Page title={page.label} isFlush>
      {problem ? (
        <PageState icon="alert" title={texts.couldNotLoad}>
          <Button onClick={retry}>{texts.tryAgain}</Button>
        </PageState>
      ) : (
        <LoadingRows label={texts.loading} />
      )}
    </Page>
  )
}

function NotFound({ firstPath }: { firstPath: string }) {
  const navigate = useNavigate()
  const { title, reason, body, back } = texts.notFound
  return (
    <Page title={title}>
      <PageState icon="search" title={reason} body={body}>
        <Button onClick={() => void navigate(firstPath)}>{back}</Button>
      </PageState>
    </Page>
  )
}
