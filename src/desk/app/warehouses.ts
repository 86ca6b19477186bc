import { useAtomValue } from 'jotai'

import { useRead } from './request.ts'
import { sessionAtom } from './session.ts'

type Warehouse = { id: string; name: string }

/** All warehouses of the store, and those that the person works for; undefined until they are read. */
export function useWarehouses(): { all: Warehouse[] | undefined; own: Warehouse[] | undefined } {
  const { data } = useRead('readStaffWarehouses')
  const chosen = useAtomValue(sessionAtom)?.person.warehouses ?? []
  const all = data?.result.data
  const isOwn = ({ id }: Warehouse) =>
    chosen.length === 0 || chosen.some((warehouse) => warehouse.id === id)
  return { all, own: all?.filter(isOwn) }
}
