import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import styles from '#desk/board/BoardPage.module.css'
import { texts } from '#desk/orders/texts.ts'

/** All keys of the board. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog size={360} title={texts.keys} onClose={onClose}>
      <dl className={styles.keys}>
        {texts.keyList.map(([key, action]) => (
          <div key={key} className={styles.keyRow}>
            <dt>{key}</dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
