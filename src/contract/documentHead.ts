export type PreloadedImage = {
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
