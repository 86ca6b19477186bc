import { menHomePath, paths } from '#contract/paths.ts'
import { tellWorker } from './connectivityAtom.ts'
import { storageKeys } from './storageKeys.ts'

/** Has the worker keep the document of home with the clothes that this device opens it with. */
export function keepHome(): void {
  const isForMen = localStorage.getItem(storageKeys.gender) === 'MEN'
  tellWorker({ type: 'keep-home', path: isForMen ? menHomePath : paths.home })
}
