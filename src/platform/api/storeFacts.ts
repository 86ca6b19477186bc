import { storeRead } from '#contract/api/reads.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { citiesText, type StoreTerms, termsOf } from '#contract/store/storeTerms.ts'
import { useOptionalRead } from './reads/reads.ts'

/** The facts of the store; undefined until they are read. */
export function useStoreFacts(): StoreFacts | undefined {
  return useOptionalRead(storeRead)?.result
}

/** The terms of the store; the usual ones until they are read. */
export const useStoreTerms = (): StoreTerms => termsOf(useStoreFacts())

/** The cities with Try & Buy, such as 'Indore and Bhopal'; undefined if there is none. */
export const useTryAndBuyCities = (): string | undefined =>
  citiesText(useStoreFacts()?.tryAndBuyCities)
