import type { Page } from '#contract/paths.ts'

export type PreloadedImage = { href: string; media?: string }

/** What a document says of itself before its first line. */
export type Head = {
  title: string
  description: string
  /** The address under which this page is known; path and query only. */
  canonical: string
  isIndexed: boolean
  image?: string
  preload: PreloadedImage[]
  /** schema.org data, drawn by the server only. */
  structured: object[]
}

type Given = {
  url: URL
  /** Undefined where nothing was found. */
  page: Page | undefined
  /** The answer that the page was drawn with, by the noun of its read. */
  answerOf: (noun: string) => unknown
}

const storeName = 'Pehno'
const tagline = 'Style Delivered in 60 mins'

export function headOf({ url, page }: Given): Head {
  return {
    title: page ? `${tagline} | ${storeName}` : `Page not found | ${storeName}`,
    description: `Clothes for women and men, at your door within the hour. ${tagline}.`,
    canonical: url.pathname,
    isIndexed: page !== undefined,
    preload: [],
    structured: [],
  }
}
