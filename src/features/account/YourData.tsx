import { useState } from 'react'

import { tellServerMessageOr } from '#platform/tell.ts'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { exportUser } from './profileApi.ts'
import { saveFile } from './saveFile.ts'
import styles from './YourData.module.css'

type Props = { onDelete: () => void }

const couldNotExport = tellServerMessageOr('Your data could not be fetched. Please try again.')

/** What the law gives everybody: a copy of what is kept of them, and its end. */
export function YourData({ onDelete }: Props) {
  const [isFetching, setIsFetching] = useState(false)

  async function download() {
    setIsFetching(true)
    await exportUser().then((all) => saveFile('pehno-my-data.json', all), couldNotExport)
    setIsFetching(false)
  }

  return (
    <Panel title="Your data">
      <p className={styles.text}>
        Download everything we hold about you, or delete your account. Invoices stay, without your
        name, for as long as tax law asks.
      </p>
      <div className={styles.steps}>
        <Button
          variant="line"
          isBusy={isFetching}
          busyText="Fetching..."
          onClick={() => void download()}
        >
          Download my data
        </Button>
        <Button variant="danger" onClick={onDelete}>
          Delete account
        </Button>
      </div>
    </Panel>
  )
}
