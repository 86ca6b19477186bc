import { defaultStoreName } from '#contract/storeTerms.ts'

/** The store's name as the document has it: also in an empty shell from the worker. On the server there is no document. */
export const documentStoreName = (): string =>
  (typeof document !== 'undefined' &&
    document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content) ||
  defaultStoreName
