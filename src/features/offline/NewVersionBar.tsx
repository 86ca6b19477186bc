import { useAtom } from 'jotai'
import { useState } from 'react'

import { hasNewVersionAtom, activateNewVersion } from '#platform/serviceWorker/registration.ts'
import { Button } from '#ui/forms/Button.tsx'
import styles from './NewVersionBar.module.css'

/** Says that a newer version is ready. It is activated only when the shopper agrees. */
export function NewVersionBar() {
  const [isNew, setIsNew] = useAtom(hasNewVersionAtom)
  const [isTaking, setIsTaking] = useState(false)
  if (!isNew) return null

  return (
    <div className={styles.bar} role="status">
      <p className={styles.text}>A new version of the store is ready.</p>
      <Button
        size="s"
        isBusy={isTaking}
        busyText="Updating..."
        onClick={() => {
          setIsTaking(true)
          void activateNewVersion()
        }}
      >
        Update
      </Button>
      <Button size="s" variant="line" onClick={() => setIsNew(false)}>
        Later
      </Button>
    </div>
  )
}
