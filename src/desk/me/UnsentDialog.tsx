import { Button, Modal } from '@mantine/core'
import { useAtom } from 'jotai'

import { unsentMovesAtom, useLogout } from '#desk/app/logout.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import styles from './MePage.module.css'

const texts = frameTexts.unsent

/** Asks before a log out that would lose moves of a rider that were not sent yet. */
export default function UnsentDialog() {
  const [count, setCount] = useAtom(unsentMovesAtom)
  const { isBusy, logoutAnyway } = useLogout()
  const stay = () => setCount(0)
  return (
    <Modal
      opened={count > 0}
      onClose={stay}
      title={texts.title(count)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div className={styles.question}>
        <p>{texts.body}</p>
        <Button size="l" fullWidth onClick={stay}>
          {texts.stay}
        </Button>
        <Button variant="danger" fullWidth disabled={isBusy} onClick={logoutAnyway}>
          {texts.logOutAnyway}
        </Button>
      </div>
    </Modal>
  )
}
