import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useContext } from 'react'
import { Link } from 'react-router-dom'

import { phone } from '#contract/rules.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import { useLogout } from '#desk/app/logout.ts'
import { Page } from '#desk/app/frame/Page.tsx'
import { mayRequest } from '#desk/app/permissions.ts'
import { PagesWithoutTab } from '#desk/app/pagesWithoutTab.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Devices } from './Devices.tsx'
import { InstallHint } from './InstallHint.tsx'
import styles from './MePage.module.css'
import { Notifications } from './Notifications.tsx'
import { Passkeys } from './Passkeys.tsx'
import { texts } from './texts.ts'

/** Who is logged in, where, and the way out; on a phone it is a tab. */
export default function MePage() {
  const session = useAtomValue(sessionAtom)
  if (!session) return null
  return (
    <Page title={frameTexts.pages.me}>
      <div className={styles.cards}>
        <You person={session.person} />
        <MorePages />
        {mayRequest(session.person.role, 'subscribeStaffPush') && <Notifications />}
        <Passkeys />
        <Devices />
        <InstallHint />
      </div>
    </Page>
  )
}

/** On phones: the pages that have no tab. */
function MorePages() {
  const pages = useContext(PagesWithoutTab)
  if (pages.length === 0) return null
  return (
    <nav className={styles.more} aria-label={texts.more}>
      <h2>{texts.more}</h2>
      <ul>
        {pages.map(({ name, path, label, icon }) => (
          <li key={name}>
            <Link to={path}>
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function You({ person: { name, role, contactNumber, warehouses } }: { person: StaffPerson }) {
  const { isBusy, logout } = useLogout()
  const places = warehouses.map((warehouse) => warehouse.name).join(', ')
  return (
    <section className={styles.card}>
      <h2>{texts.you}</h2>
      <dl className={styles.facts}>
        <Fact term={texts.name} value={name} />
        <Fact term={texts.role} value={frameTexts.roles[role]} />
        <Fact term={texts.phone} value={`${phone.prefix} ${contactNumber}`} />
        <Fact term={texts.warehouses} value={places || texts.allWarehouses} />
      </dl>
      <div className={styles.end}>
        <Button
          variant="line"
          leftSection={<Icon name="logout" size="s" />}
          disabled={isBusy}
          onClick={logout}
        >
          {isBusy ? frameTexts.loggingOut : frameTexts.logOut}
        </Button>
      </div>
    </section>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
