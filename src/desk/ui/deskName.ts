import { defaultStoreName } from '#contract/store/storeTerms.ts'

/** "Pehno Desk": the title of the document when the desk starts, which has the name of the store. */
export const deskName = document.title

const storeName = deskName.replace(/ Desk$/, '')

/** Undefined for the store whose wordmark is drawn. */
export const ownStoreName =
  storeName === '' || storeName === defaultStoreName ? undefined : storeName
