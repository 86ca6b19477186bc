import { pageAt, paths, searchPath } from './paths.ts'
import { search } from '#contract/workerRules.ts'

const link = /https?:\/\/\S+/g

/**
 * Where the installed store opens something that was shared with it (`share_target` of the manifest): a link into the
 * store at its page, anything else as a search for its words. A link to elsewhere has the words of its address.
 */
export function sharedTarget(shared: URLSearchParams, origin: string): string {
  const texts = ['url', 'text', 'title'].map((name) => shared.get(name) ?? '')
  const links = texts.flatMap((text) => text.match(link) ?? []).filter((url) => URL.canParse(url))
  for (const address of links) {
    const url = new URL(address)
    if (url.origin === origin && pageAt(url)) return url.pathname + url.search
  }
  const [, text = '', title = ''] = texts.map((words) => words.replace(link, ' ').trim())
  const words = text || title || wordsOf(links[0])
  return words ? searchPath(words.replace(/\s+/g, ' ').slice(0, search.maxLength)) : paths.search
}

/** The words of an address: those of its longest part with letters. */
function wordsOf(address: string | undefined): string {
  const parts = address ? new URL(address).pathname.split('/') : []
  const named = parts.map((part) => part.replace(/[^a-z]+/gi, ' ').trim())
  return named.sort((a, b) => b.length - a.length)[0] ?? ''
}
