import { useLocation, useNavigate } from 'react-router-dom'

import type { GenderName } from '#contract/catalogue/product.ts'
import { gendersRead } from '#contract/api/reads.ts'
import { GenderSwitch } from '#features/catalogue/GenderSwitch.tsx'
import { useGender } from '#features/catalogue/gender.ts'
import { useOptionalRead } from '#platform/api/reads.ts'

/** The gender switch of the headers. An address that names a gender is told of the new one. */
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
