import { useAtom } from 'jotai'
import { useLocation } from 'react-router-dom'

import type { GenderName } from '#contract/catalogue/product.ts'
import { genderAtom } from './genderAtom.ts'

/** The gender to show: what the address says, else what was chosen, else women's. */
export function useGender(): [GenderName, (gender: GenderName) => void] {
  const [chosen, choose] = useAtom(genderAtom)
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('gender')?.toUpperCase()
  const said = asked === 'MEN' || asked === 'WOMEN' ? asked : undefined
  return [said ?? chosen ?? 'WOMEN', choose]
}
