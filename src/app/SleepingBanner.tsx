import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { isNight as isNightAt } from '#contract/isNight.ts'
import { paths } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './SleepingBanner.module.css'

const { recheckMs } = rules.sleepingMode
const shownOn: string[] = [paths.cart, paths.checkout]

/** At night the bag and the checkout say when it will come. */
export function SleepingBanner() {
  const { pathname } = useLocation()
  const isNight = useIsNight()
  if (!isNight || !shownOn.includes(pathname)) return null
  return (
    <aside className={styles.banner} aria-label="Delivery at night">
      <p className={styles.text}>
        <Icon name="moon" size="s" />
        Sleeping mode: ON. But don't worry — you can still order now, and we'll deliver it tomorrow
        after 9AM!
      </p>
    </aside>
  )
}

function useIsNight(): boolean {
  const [isNight, setIsNight] = useState(false)
  useEffect(() => {
    const look = () => setIsNight(isNightAt(new Date()))
    look()
    const timer = setInterval(look, recheckMs)
    return () => clearInterval(timer)
  }, [])
  return isNight
}
