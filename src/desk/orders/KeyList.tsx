import { Modal } from '@mantine/core'

import styles from './BoardPage.module.css'
import { texts } from './texts.ts'

/** All keys of the board. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      size={360}
      title={texts.keys}
      closeButtonProps={{ 'aria-label': texts.close }}
      onClose={onClose}
    >
      <dl className={styles.keys}>
        {texts.keyList.map(([key, action]) => (
          <div key={key} className={styles.keyRow}>
            <dt>{key}</dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
