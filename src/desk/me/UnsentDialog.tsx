import { Button } from '@mantine/core'
import { useAtom } from 'jotai'

import { unsentMovesAtom, useLogout } from '#desk/app/logout.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import styles from './MePage.module.css'

const texts = frameTexts.unsent

/** Asks before a log out that would lose moves of a rider that were not sent yet. */
export default function UnsentDialog() {
  const [count, setCount] = useAtom(unsentMovesAtom)
  const { isBusy, logoutAnyway } = useLogout()
  if (count === 0) return null
  const stay = () => setCount(0)
  return (
    <Dialog title={texts.title(count)} onClose={stay} size={440}>
      <div className={styles.question}>
        <p>{texts.body}</p>
        <Button size="l" fullWidth onClick={stay}>
          {texts.stay}
        </Button>
        <Button variant="danger" fullWidth disabled={isBusy} onClick={logoutAnyway}>
          {texts.logOutAnyway}
        </Button>
      </div>
    </Dialog>
  )
}
