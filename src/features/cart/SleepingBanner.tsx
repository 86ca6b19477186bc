import { useSyncExternalStore } from 'react'

import { isNight as isNightAt } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './SleepingBanner.module.css'

const { recheckMs } = rules.sleepingMode

/** Shown in the bag and the checkout while there is no delivery. */
export function SleepingBanner() {
  const isNight = useIsNight()
  if (!isNight) return null
  return (
    <div className={styles.banner}>
      <p className={styles.text}>
        <Icon name="moon" size="s" />
        Sleeping mode: ON. But don't worry — you can still order now, and we'll deliver it tomorrow
        after 9AM!
      </p>
    </div>
  )
}

const isNightHere = () => isNightAt(new Date())

function lookAgain(look: () => void) {
  const timer = setInterval(look, recheckMs)
  return () => clearInterval(timer)
}

/** Known in the first client render, so that nothing moves; false on the server. */
const useIsNight = (): boolean => useSyncExternalStore(lookAgain, isNightHere, () => false)
