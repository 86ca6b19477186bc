import type { Gender } from '#contract/catalogue/catalogue.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import styles from './GenderSwitch.module.css'

type Props = {
  genders: Gender[]
  value: GenderName
  onChoose: (gender: GenderName) => void
}

const words = { WOMEN: 'Women', MEN: 'Men' } as const satisfies Record<GenderName, string>

export function GenderSwitch({ genders, value, onChoose }: Props) {
  return (
    <div className={styles.switch} role="group" aria-label="Shop for">
      {genders.map(({ _id, name, photo }) => (
        <button
          key={_id}
          type="button"
          className={styles.choice}
          aria-pressed={name === value}
          onClick={() => onChoose(name)}
        >
          <img src={photo} alt="" width={32} height={32} />
          {words[name]}
        </button>
      ))}
    </div>
  )
}
