import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

import type { StaffPerson } from '#contract/staff/people.ts'
import { managers, type StaffRole } from '#contract/staff/roles.ts'
import { Brand } from '#desk/ui/media/Brand.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import styles from './Frame.module.css'
import { unsentMovesAtom } from '#desk/app/logout.ts'
import { PagesWithoutTab } from '#desk/app/pagesWithoutTab.ts'
import { canUsePasskeys } from '#desk/app/passkeys.ts'
import { type DeskPage, firstPathOf, pagesOf, tabsOf } from '#desk/app/pages.ts'
import { texts } from '#desk/app/texts.ts'
import { activateUpdate, hasUpdateAtom } from '#desk/app/worker.ts'

/** Where the side navigation has room beside the page, as in Frame.module.css. */
const sideNavigationQuery = '(width >= 56.25em)'

type Props = { person: StaffPerson; children: ReactNode }

/** Navigation beside the page, on phones below it, and the bars about the connection and a new version. */
export function Frame({ person, children }: Props) {
  return (
    <div className={styles.frame}>
      <SideNavigation person={person} />
      <div className={styles.content}>
        <OfflineBar role={person.role} />
        <UpdateBar />
        <PasskeyRequest person={person} />
        <div className={styles.page}>
          <PagesWithoutTab value={withoutTab(person.role)}>{children}</PagesWithoutTab>
        </div>
      </div>
      <TabBar person={person} />
      <UnsentMoves />
    </div>
  )
}

function withoutTab(role: StaffRole): DeskPage[] {
  const tabs = tabsOf(role)
  return pagesOf(role).filter((page) => page.group && !tabs.includes(page))
}

function SideNavigation({ person }: { person: StaffPerson }) {
  const listed = pagesOf(person.role)
  const groups = Object.entries(texts.groups)
    .map(([group, title]) => ({ title, pages: listed.filter((page) => page.group === group) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <nav className={styles.side} aria-label={texts.navigation}>
      <NavLink to={firstPathOf(person.role)} className={styles.brand}>
        <Brand />
      </NavLink>
      {groups.map(({ title, pages }) => (
        <section key={title}>
          <h2>{title}</h2>
          {pages.map((page) => (
            <PageLink key={page.name} page={page} />
          ))}
        </section>
      ))}
      <div className={styles.me}>
        <span className={styles.avatar} aria-hidden="true">
          {initialsOf(person.name)}
        </span>
        <p className={styles.meText}>
          <b>{person.name}</b>
          <span>{texts.roles[person.role]}</span>
        </p>
        <AccountMenu />
      </div>
    </nav>
  )
}

function PageLink({ page }: { page: DeskPage }) {
  return (
    <NavLink className={styles.link} to={page.path}>
      <Icon name={page.icon} />
      <span>{page.label}</span>
    </NavLink>
  )
}

const loadAccountMenu = () => import('./AccountMenu.tsx')

/** The menu of the side navigation, which phones do not show. */
function AccountMenu() {
  const { module } = useDeferredImport(loadAccountMenu, useMediaQuery(sideNavigationQuery))
  return module && <module.default />
}

function TabBar({ person }: { person: StaffPerson }) {
  return (
    <nav className={styles.tabs} aria-label={texts.tabs}>
      {tabsOf(person.role).map((page) => (
        <NavLink key={page.name} to={page.path}>
          <Icon name={page.icon} size="l" />
          <span>{page.label}</span>
        </NavLink>
      ))}
    </nav>
  )
}

const loadUnsentDialog = () => import('#desk/me/UnsentDialog.tsx')

/** The question before a log out that would lose moves; loaded when there is something to ask. */
function UnsentMoves() {
  const count = useAtomValue(unsentMovesAtom)
  const { module } = useDeferredImport(loadUnsentDialog, count > 0)
  return module && <module.default />
}

const loadPasskeyNotice = () => import('#desk/me/PasskeyNotice.tsx')

/** Owners and managers, who can do most, are asked to make a passkey. */
function PasskeyRequest({ person: { id, role } }: { person: StaffPerson }) {
  const isEligible = managers.some((manager) => manager === role) && canUsePasskeys()
  const { module } = useDeferredImport(loadPasskeyNotice, isEligible)
  return isEligible && module ? <module.default personId={id} /> : null
}

function OfflineBar({ role }: Pick<StaffPerson, 'role'>) {
  const timeText = useTimeText()
  const { status, since } = useAtomValue(connectivityAtom)
  return (
    <div role="status">
      {status === 'offline' && (
        <div className={styles.bar}>
          <Icon name="wifi-off" />
          <div>
            <b>{texts.offline.title(timeText(since))}</b>
            <p>{role === 'rider' ? texts.offline.riderBody : texts.offline.body}</p>
          </div>
        </div>
      )}
    </div>
  )
}

function UpdateBar() {
  const state = useAtomValue(hasUpdateAtom)
  if (!state) return null
  return (
    <div className={styles.bar} role="status">
      <div>{texts.newVersion}</div>
      <Button variant="go" size="s" onClick={activateUpdate}>
        {texts.update}
      </Button>
    </div>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]!.toUpperCase())
    .join('')
