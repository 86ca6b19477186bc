import type * as v from 'valibot'

import type { PreloadedImage } from '#contract/documentHead.ts'
import type { Page, Params } from '#contract/paths.ts'
import { srcSetOf } from '#contract/catalogue/photos.ts'

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
