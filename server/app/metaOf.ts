import type { Head } from '#contract/documentHead.ts'
import { tag } from './htmlText.ts'

const defaultImage = '/images/og.png'
const defaultAccent = '#57d9ae'
/** Of every picture for previews. */
const imageSize = { width: '1200', height: '630' }

/** What search engines, previews and home screens read of a document. */
export function metaOf(head: Head, origin: string): string[] {
  const { title, description, canonical, isIndexed, siteName, accent = defaultAccent } = head
  const { image = defaultImage, imageText } = head
  const meta = (name: string, content: string) => tag('meta', { name, content })
  const property = (name: string, content: string) => tag('meta', { property: name, content })
  return [
    tag('title', {}, title),
    meta('description', description),
    isIndexed
      ? tag('link', { rel: 'canonical', href: origin + canonical })
      : meta('robots', 'noindex'),
    property('og:title', title),
    property('og:description', description),
    property('og:image', new URL(image, origin).href),
    property('og:image:width', imageSize.width),
    property('og:image:height', imageSize.height),
    ...(imageText ? [property('og:image:alt', imageText)] : []),
    property('og:url', origin + canonical),
    property('og:type', 'website'),
    property('og:site_name', siteName),
    meta('twitter:card', 'summary_large_image'),
    meta('theme-color', accent),
    meta('apple-mobile-web-app-title', siteName),
  ]
}
