import { defaultStoreName } from '#contract/store/storeTerms.ts'

/** The store's name in the head of the document, which an empty shell from the worker has too. The server has no document. */
export const documentStoreName = (): string =>
  (typeof document !== 'undefined' &&
    document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content) ||
  defaultStoreName
