import { Icon } from '#ui/Icon.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextButton } from '#ui/TextButton.tsx'
import styles from './DeliveringTo.module.css'

type Props = {
  /** Undefined as long as nothing was chosen. */
  text: string | undefined
  problem?: string | undefined
  onChange?: () => void
}

/** Where the parcel goes. */
export function DeliveringTo({ text, problem, onChange }: Props) {
  return (
    <Panel
      title="Delivering to"
      aside={onChange && <TextButton onClick={onChange}>Change Address</TextButton>}
    >
      <p className={styles.text}>{text ?? 'No address chosen yet'}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          <Icon name="alert" size="s" />
          {problem}
        </p>
      )}
    </Panel>
  )
}
