import type * as v from 'valibot'

import type { Page, Params } from '#contract/paths.ts'
import { srcSetOf } from '#contract/photoFiles.ts'

type PreloadedImage = {
  href: string
  media?: string
  /** As the picture itself will say, so that the same one is fetched. */
  srcSet?: string | undefined
  sizes?: string
}

/** What a document says of itself before its first line. */
export type Head = {
  title: string
  description: string
  /** The address under which this page is known; path and query only. */
  canonical: string
  isIndexed: boolean
  /** What the store is called, and the colour that is its own. */
  siteName: string
  accent?: string
  /** For previews: a raster picture of 1200 by 630. */
  image?: string
  imageText?: string
  preload: PreloadedImage[]
  /** schema.org data, drawn by the server only. */
  structured: object[]
}

/** What a head is made of. */
export type HeadGiven = {
  url: URL
  /** Undefined where nothing was found. */
  page: Page | undefined
  params: Params
  /** The answer that the page was drawn with, or that was asked for the head, by its noun. */
  answerOf: (noun: string) => unknown
}

type Reply = v.GenericSchema<unknown, { result: unknown }>

/** What an answer brought. It was checked as it left; here it is only named. */
export function resultOf<Schema extends Reply>(
  given: HeadGiven,
  noun: string,
): v.InferOutput<Schema>['result'] | undefined {
  return (given.answerOf(noun) as v.InferOutput<Schema> | undefined)?.result
}

/** The first photo of a product, as large as it will be shown. */
export function firstPhotoOf(photos: string[], sizes: string): PreloadedImage[] {
  return photos.slice(0, 1).map((href) => {
    const srcSet = srcSetOf(href)
    return srcSet ? { href, srcSet, sizes } : { href }
  })
}
