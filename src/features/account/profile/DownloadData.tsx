import { useState } from 'react'

import { toastServerMessageOr } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import styles from './DownloadData.module.css'
import { exportUser } from './profileApi.ts'

/** Downloads data as a JSON file. */
function saveFile(name: string, content: unknown): void {
  const text = JSON.stringify(content, null, 2)
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  URL.revokeObjectURL(href)
}

type Props = { onDelete: () => void }

const couldNotExport = toastServerMessageOr("We couldn't download your data. Please try again.")

/** The legal rights: a copy of the customer's data, and its deletion. */
export function DownloadData({ onDelete }: Props) {
  const [isFetching, setIsFetching] = useState(false)

  async function download() {
    setIsFetching(true)
    await exportUser().then((all) => saveFile('pehno-my-data.json', all), couldNotExport)
    setIsFetching(false)
  }

  return (
    <Panel title="Your data">
      <p className={styles.text}>
        Download everything we hold about you, or delete your account. We keep invoices, without
        your name, for as long as tax law requires.
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
