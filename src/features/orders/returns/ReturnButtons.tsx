import { Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Spoken } from '#ui/text/VisuallyHidden.tsx'
import styles from './ReturnButtons.module.css'

export type SendBackWay = 'return' | 'exchange'

type Props = { productName: string; onChoose: (way: SendBackWay) => void }

/** The two ways in which a piece can go back. */
export function SendBackButtons({ productName, onChoose }: Props) {
  const of = <Spoken>{productName}</Spoken>
  return (
    <div className={styles.row}>
      <Button variant="line" size="s" aria-haspopup="dialog" onClick={() => onChoose('return')}>
        <Icon name="return" size="s" />
        <span>Return {of}</span>
      </Button>
      <Button variant="line" size="s" aria-haspopup="dialog" onClick={() => onChoose('exchange')}>
        <Icon name="exchange" size="s" />
        <span>Exchange {of}</span>
      </Button>
    </div>
  )
}
