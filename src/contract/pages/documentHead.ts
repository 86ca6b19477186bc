export type PreloadedImage = {
  href: string
  media?: string
  /** Same as on the image itself, so that the same file is preloaded. */
  srcSet?: string | undefined
  sizes?: string
}

/** The content of a document's head. */
export type Head = {
  title: string
  description: string
  /** The canonical URL; path and query only. */
  canonical: string
  isIndexed: boolean
  /** The name and the accent colour of the store. */
  siteName: string
  accent?: string
  /** For link previews: a raster image of 1200 by 630 pixels. */
  image?: string
  imageText?: string
  preload: PreloadedImage[]
  /** schema.org data, rendered by the server only. */
  structured: object[]
}
