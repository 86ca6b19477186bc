import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'

import styles from '#desk/rider/DeliveriesPage.module.css'
import { texts as riderTexts } from '#desk/rider/texts.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { isDeniedAtom, isOnTheWayAtom, setSharing, sharingAtom } from './sharedPosition.ts'

const texts = riderTexts.position

/** Asks once whether customers may see where the rider is, and says whether they do. */
export function SharingCard() {
  const sharing = useAtomValue(sharingAtom)
  const isDenied = useAtomValue(isDeniedAtom)
  const isOnTheWay = useAtomValue(isOnTheWayAtom)
  if (!('geolocation' in navigator)) return null
  if (sharing === 'unasked') {
    return (
      <section className={styles.offShift} aria-label={texts.title}>
        <p>{texts.question}</p>
        <Button variant="go" fullWidth onClick={() => setSharing(true)}>
          {texts.share}
        </Button>
        <Button variant="line" fullWidth onClick={() => setSharing(false)}>
          {texts.notNow}
        </Button>
      </section>
    )
  }
  const isOn = sharing === 'on'
  return (
    <section className={styles.onShift} aria-label={texts.title}>
      <p>{isOn ? (isOnTheWay ? texts.shared : texts.on) : texts.off}</p>
      <Button variant="line" onClick={() => setSharing(!isOn)}>
        {isOn ? texts.stop : texts.share}
      </Button>
      {isOn && isDenied && <Note kind="warn">{texts.denied}</Note>}
    </section>
  )
}
