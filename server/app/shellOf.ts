import type { StoreFacts } from '#contract/storeFacts.ts'
import type { Drawn } from './documentOf.ts'

/** A document with nothing drawn in it. It bears the store's name and colour, if it can be asked. */
export async function shellOf(ask: (path: string) => Promise<unknown>): Promise<Drawn> {
  const answer = (await ask('store').catch(() => undefined)) as { result: StoreFacts } | undefined
  const store = answer?.result
  const accent = store?.colours?.accent
  return {
    html: '',
    fallback: {},
    head: {
      title: store?.name ?? 'Pehno',
      description: store?.tagline ?? 'Style Delivered in 60 mins',
      canonical: '/',
      isIndexed: false,
      siteName: store?.name ?? 'Pehno',
      ...(accent && { accent }),
      preload: [],
      structured: [],
    },
    page: undefined,
    isNotFound: false,
  }
}
