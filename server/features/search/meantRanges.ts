import { type Meant, type Range, rangeOf, type WordIndex } from './wordIndex.ts'

type Alike = (word: string) => string | undefined

const shortest = 4

/** What begins as typed goes first: a half-typed word may end in an s that is no plural. */
export function meantRanges(index: WordIndex, word: string, alike: Alike): Meant {
  const typed = rangeOf(index, word)
  const one = singular(word)
  const forms = formsOf(word).filter((form) => isWord(index, form))
  const near = [typed, ...forms.map((form) => wholeRange(index, form))].filter(isFilled)
  const beginning = rangeOf(index, one)
  if (near.length > 0) return { near, far: forms.includes(one) ? [beginning] : [] }
  if (isFilled(beginning)) return { near: [beginning], far: [] }
  const put = alike(word)
  return { near: put === undefined ? [] : [rangeOf(index, put)], far: [] }
}

const isFilled = ([from, to]: Range) => from < to

const isWord = (index: WordIndex, word: string) => index.words[rangeOf(index, word)[0]] === word

/** Where this very word stands, if it does. */
export function wholeRange(index: WordIndex, word: string): Range {
  const [from] = rangeOf(index, word)
  return [from, isWord(index, word) ? from + 1 : from]
}

/** The beginning that one and several of a thing have in common: shirts, dresses, sarees. */
const singular = (word: string) =>
  word.length < shortest ? word : word.replace(/(?<=s|x|z|ch|sh|i)es$|(?<![suie])s$|(?<=e)s$/, '')

/** How the same thing may be called when there is one of it, or several. */
function formsOf(word: string): string[] {
  if (word.length < shortest) return []
  const forms = [
    singular(word),
    word.replace(/s$/, ''),
    word.replace(/ies?$/, 'y'),
    word.replace(/(?<![aeiou])y$/, 'ies'),
    word.replace(/(?<![aeiou])y$/, 'ie'),
  ]
  return [...new Set(forms)].filter((form) => form !== word)
}
