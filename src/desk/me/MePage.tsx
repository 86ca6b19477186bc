import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'

import { useLogout } from '#desk/app/logout.ts'
import { Page } from '#desk/app/Page.tsx'
import { sessionAtom } from '#desk/app/session.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/Icon.tsx'
import styles from './MePage.module.css'
import { texts } from './texts.ts'

/** Who is logged in here, and the way out; on a phone it is a tab. */
export default function MePage() {
  const session = useAtomValue(sessionAtom)
  const { isBusy, logout } = useLogout()
  if (!session) return null
  const { name, role, warehouses } = session.person
  const places = warehouses.map((warehouse) => warehouse.name).join(', ')
  return (
    <Page title={frameTexts.pages.me}>
      <section className={styles.card}>
        <h2>{texts.you}</h2>
        <dl className={styles.facts}>
          <Fact term={texts.name} value={name} />
          <Fact term={texts.role} value={frameTexts.roles[role]} />
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
    </Page>
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
