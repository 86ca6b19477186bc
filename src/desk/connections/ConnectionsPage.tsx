import { Page } from '#desk/app/frame/Page.tsx'
import styles from './Connections.module.css'
import { Keys } from './Keys.tsx'
import { texts } from './texts.ts'
import { Webhooks } from './Webhooks.tsx'

/** How other programs work with the store: keys with which they call it, and addresses that it tells what happens. */
export default function ConnectionsPage() {
  return (
    <Page title={texts.title}>
      <div className={styles.page}>
        <Keys />
        <Webhooks />
      </div>
    </Page>
  )
}
