import { useLocation, useNavigate } from 'react-router-dom'

import { gendersRead } from '#contract/api/reads.ts'
import type { Gender } from '#contract/catalogue/catalogue.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import { useGender } from '#features/catalogue/gender.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import styles from './GenderChoice.module.css'

/** The gender switch of the headers. A gender in the URL is changed too. */
export function GenderChoice() {
  const data = useOptionalRead(gendersRead)
  const [gender, choose] = useGender()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  function onChoose(chosen: GenderName) {
    choose(chosen)
    const params = new URLSearchParams(search)
    if (!params.has('gender')) return
    params.set('gender', chosen.toLowerCase())
    void navigate(`${pathname}?${params}`, { replace: true })
  }

  return <GenderSwitch genders={data?.result.data ?? []} value={gender} onChoose={onChoose} />
}

type Props = {
  genders: Gender[]
  value: GenderName
  onChoose: (gender: GenderName) => void
}

const words = { WOMEN: 'Women', MEN: 'Men' } as const satisfies Record<GenderName, string>

function GenderSwitch({ genders, value, onChoose }: Props) {
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
