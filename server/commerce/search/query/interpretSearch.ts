import * as attributes from '#contract/catalogue/attributes.ts'
import type { UnderstoodPart } from '#contract/catalogue/listing.ts'
import {
  colourOf,
  colourOfWord,
  fabricOfWord,
  occasionOfWord,
} from '#contract/search/attributes.ts'
import type { CatalogueSnapshot } from '#server/commerce/search/index/catalogueSnapshot.ts'
import {
  attributeClause,
  type Clause,
  columnMatches,
  discountMatches,
  garmentClause,
  newArrivals,
  type Condition,
  priceMatches,
  sizesFor,
  weights,
  wordClause,
} from './clauses.ts'
import { parseSearch, type PriceRange, type SearchWord } from '#contract/search/parseSearch.ts'
import { rangeOf } from '#server/commerce/search/index/wordIndex.ts'
import {
  ceremonyColours,
  completeSynonym,
  spellingExceptions,
  singular,
  stopWords,
  synonyms,
} from '#contract/search/words.ts'

type Interpretation = {
  clauses: Clause[]
  /** The parts that became filters, as shown to the shopper, each with its clause. */
  understood: { part: UnderstoodPart; clause: Clause }[]
}

type Gender = 'men' | 'women'
const genderOf = (word: string): Gender | undefined => {
  const name = synonyms.get(word) ?? word
  return name === 'men' || name === 'women' ? name : undefined
}

/** Interprets the parts of a search in this catalogue. */
export function interpretSearch(snapshot: CatalogueSnapshot, search: string): Interpretation {
  const parsed = parseSearch(search)
  const { tokens, words, price, discount, sizes } = parsed
  const clauses: Clause[] = []
  const understood: Interpretation['understood'] = []

  function add(condition: Condition, used: number[], labels: PartLabel[] = []): void {
    if (clauses.length === maxClauses) return
    const tokenIndexes = [...used].sort((a, b) => a - b)
    const text = tokenIndexes.map((at) => tokens[at]).join(' ')
    const clause = { ...condition, text, at: tokenIndexes[0] ?? 0 }
    clauses.push(clause)
    for (const { kind, label, used: partUsed = used } of labels) {
      const without = tokens.filter((_, at) => !partUsed.includes(at)).join(' ')
      understood.push({ part: { kind, label, without }, clause })
    }
  }

  const limits = [price, discount, parsed.newArrivals, ...sizes]
  const hasLimits = limits.some((limit) => limit !== undefined)
  const phrases = asCeremony(mergeColours(phrasesOf(snapshot, words, hasLimits)), words)
  const garments = phrases.filter(({ kind }) => kind === 'category')
  if (garments.length > 0) {
    const labels = garments.map(({ label, used }) => ({ kind: 'category' as const, label, used }))
    add(garmentClause(snapshot, garments), usedBy(garments), labels)
  }
  const genders = phrases.filter(({ kind }) => kind === 'gender')
  const [gender] = genders
  // A search that names both genders is not restricted to one.
  if (gender && genders.every(({ id }) => id === gender.id)) {
    const matches = columnMatches(snapshot, 'genders', [gender.id])
    add({ weight: () => weights.gender, matches }, usedBy(genders), [
      { kind: 'gender', label: gender.label },
    ])
  }
  for (const { kind, id, label, used, word } of phrases) {
    if (kind === 'word') add(wordClause(snapshot, word), used)
    else if (kind !== 'category' && kind !== 'gender')
      add(attributeClause(snapshot, { kind, id, word }), used, [{ kind, label }])
  }
  for (const { value, tokenIndexes } of sizes) {
    const matches = columnMatches(snapshot, 'sizes', sizesFor(snapshot, value))
    add({ weight: () => weights.size, matches }, tokenIndexes, [
      { kind: 'size', label: `Size ${value}` },
    ])
  }
  if (price) {
    const matches = priceMatches(snapshot, price.value)
    const label = priceLabel(price.value)
    add({ weight: () => weights.price, matches }, price.tokenIndexes, [{ kind: 'price', label }])
  }
  if (discount) {
    const { value, tokenIndexes } = discount
    const label = value > 1 ? `${value}% off or more` : 'On discount'
    const matches = discountMatches(snapshot, value)
    add({ weight: () => weights.discount, matches }, tokenIndexes, [{ kind: 'discount', label }])
  }
  if (parsed.newArrivals) {
    const condition = { weight: () => weights.newArrivals, ...newArrivals(snapshot) }
    add(condition, parsed.newArrivals.tokenIndexes, [{ kind: 'new', label: 'New arrivals' }])
  }
  return { clauses, understood }
}

type PartLabel = { kind: UnderstoodPart['kind']; label: string; used?: number[] }

const usedBy = (phrases: Phrase[]) => phrases.flatMap(({ used }) => used)

/** `matches.ts` has room for the points of so many conditions. */
const maxClauses = 15

type Phrase = {
  kind: 'category' | 'brand' | 'colour' | 'fabric' | 'occasion' | 'gender' | 'word'
  id: string
  label: string
  /** Indexes of the tokens that the phrase covers. */
  used: number[]
  word: string
  categoryIds: string[]
  subcategoryIds: string[]
  isNearest?: boolean
}

const noIds = { id: '', categoryIds: [], subcategoryIds: [] }

/** Groups words into names, the longest first, and finds out what single words mean. */
function phrasesOf(snapshot: CatalogueSnapshot, words: SearchWord[], hasLimits: boolean): Phrase[] {
  const phrases: Phrase[] = []
  const leftOver: SearchWord[] = []
  for (let at = 0; at < words.length;) {
    const name = nameAt(snapshot, words, at)
    if (name) {
      phrases.push(name.phrase)
      at += name.length
      continue
    }
    const word = words[at] as SearchWord
    const phrase = stopWords.has(word.text) ? undefined : interpretWord(snapshot, word)
    if (phrase) phrases.push(phrase)
    else leftOver.push(word)
    at++
  }
  // A stop word is searched for only if there is nothing else.
  const last = leftOver.at(-1)
  if (last && phrases.length === 0 && !hasLimits) phrases.push(wordPhrase(last))
  return withoutDuplicates(phrases)
}

const withoutDuplicates = (phrases: Phrase[]) =>
  phrases.filter(
    ({ kind, id, word, label }, at) =>
      phrases.findIndex(
        (other) =>
          other.kind === kind &&
          (kind === 'word' ? other.word === word : other.id === id && other.label === label),
      ) === at || kind === 'gender',
  )

const wordPhrase = ({ text, tokenIndexes }: SearchWord): Phrase => ({
  ...noIds,
  kind: 'word',
  label: text,
  word: text,
  used: tokenIndexes,
})

/** The longest name of a category or brand that begins at this word. */
function nameAt({ dictionary }: CatalogueSnapshot, words: SearchWord[], at: number) {
  for (let length = Math.min(dictionary.maxWords, words.length - at); length > 0; length--) {
    const part = words.slice(at, at + length)
    const texts = part.map(({ text }) => text)
    if (length === 1 && stopWords.has(texts[0] ?? '')) continue
    const named = dictionary.find(texts)
    if (!named) continue
    const used = part.flatMap(({ tokenIndexes }) => tokenIndexes)
    const phrase = { ...noIds, word: texts.join(' '), used }
    const { categoryIds, subcategoryIds, brandIds } = named
    if (categoryIds.length + subcategoryIds.length > 0) {
      const label = dictionary.nameOf(categoryIds[0] ?? subcategoryIds[0] ?? '') ?? phrase.word
      return {
        length,
        phrase: {
          ...phrase,
          kind: 'category',
          label,
          categoryIds,
          subcategoryIds,
        } satisfies Phrase,
      }
    }
    const [id = ''] = brandIds
    const label = dictionary.nameOf(id) ?? phrase.word
    return { length, phrase: { ...phrase, kind: 'brand', id, label } satisfies Phrase }
  }
  return undefined
}

/** What a single word means: a gender, colour, fabric, occasion, or a word of a product's texts. */
function interpretWord(snapshot: CatalogueSnapshot, word: SearchWord): Phrase | undefined {
  const phrase = { ...noIds, used: word.tokenIndexes, word: word.text }
  const gender = genderOf(word.text)
  if (gender)
    return { ...phrase, kind: 'gender', id: gender, label: gender === 'men' ? 'Men' : 'Women' }
  const name = synonyms.get(word.text) ?? word.text
  const colour = colourOfWord(word.text) ?? colourOfWord(name)
  if (colour)
    return {
      ...phrase,
      kind: 'colour',
      id: colour,
      label: attributes.optionName(attributes.colours, colour),
    }
  const occasion = occasionOfWord(word.text) ?? occasionOfWord(name)
  if (occasion) {
    return {
      ...phrase,
      kind: 'occasion',
      id: occasion,
      label: attributes.optionName(attributes.occasions, occasion),
    }
  }
  const isKnown = isInCatalogue(snapshot, word.text)
  // Khadi is a cotton, but also a word of its own, which says more.
  const fabric = fabricOfWord(word.text) ?? fabricOfWord(name)
  if (fabric && (fabric === name || !isKnown)) {
    return {
      ...phrase,
      kind: 'fabric',
      id: fabric,
      label: attributes.optionName(attributes.fabrics, fabric),
    }
  }
  if (isKnown) return wordPhrase(word)
  const nearest = snapshot.dictionary.findNearest(name)
  if (nearest) {
    const ids = [...nearest.subcategoryIds, ...nearest.categoryIds]
    const names = [...new Set(ids.map((id) => snapshot.dictionary.nameOf(id) ?? ''))]
    const [label = '', ...others] = names
    return {
      ...phrase,
      ...nearest,
      kind: 'category',
      label: [label, ...others.map((other) => other.toLowerCase())].join(' and '),
      isNearest: true,
    }
  }
  if (name !== word.text && isInCatalogue(snapshot, name))
    return wordPhrase({ ...word, text: name })
  return correctedPhrase(snapshot, word)
}

/** A misspelt or unfinished word may be the name of a category or a colour. */
function correctedPhrase(snapshot: CatalogueSnapshot, word: SearchWord): Phrase {
  if (spellingExceptions.has(word.text)) return wordPhrase(word)
  const completed = completeSynonym(word.text)
  if (completed) {
    const whole = { ...word, text: completed }
    const phrase = nameAt(snapshot, [whole], 0)?.phrase ?? interpretWord(snapshot, whole)
    if (phrase) return phrase
  }
  const corrected = snapshot.correct(word.text)
  if (corrected === undefined || corrected === word.text) return wordPhrase(word)
  const fixed = { ...word, text: corrected }
  const name = nameAt(snapshot, [fixed], 0)
  if (name) return name.phrase
  return genderOf(corrected) || colourOfWord(corrected) || fabricOfWord(corrected)
    ? (interpretWord(snapshot, fixed) ?? wordPhrase(fixed))
    : wordPhrase(fixed)
}

/** Whether a product has a word with this prefix, or its singular or plural. */
function isInCatalogue({ words }: CatalogueSnapshot, word: string): boolean {
  const [from, to] = rangeOf(words, word)
  if (to > from) return true
  const [stemFrom, stemTo] = rangeOf(words, singular(word))
  return stemTo > stemFrom
}

/** Merges the colours of a search, because a product has only one: navy blue is navy. */
function mergeColours(phrases: Phrase[]): Phrase[] {
  const colours = phrases.filter(({ kind }) => kind === 'colour')
  const [first] = colours
  if (!first || colours.length === 1) return phrases
  const all = colours.map(({ word }) => word).join(' ')
  const id = colourOf(all) ?? first.id
  const merged = {
    ...first,
    id,
    label: attributes.optionName(attributes.colours, id),
    used: colours.flatMap(({ used }) => used),
  }
  return phrases.flatMap((phrase) =>
    phrase === first ? [merged] : phrase.kind === 'colour' ? [] : [phrase],
  )
}

const colourWord = /^(?:colou?r(?:ed)?|rang)$/

/**
 * Mehendi and haldi are colours and wedding ceremonies. They mean the colour beside a garment or another
 * colour (mehendi kurta, mehendi green), else the ceremony (mehendi outfit): then the search is for the
 * occasion wedding, and products of the colour come first.
 */
function asCeremony(phrases: Phrase[], words: SearchWord[]): Phrase[] {
  const saysColour = words.some(
    ({ text }) =>
      colourWord.test(text) ||
      (colourOfWord(synonyms.get(text) ?? text) && !ceremonyColours.has(text)),
  )
  if (saysColour || phrases.some(({ kind }) => kind === 'category')) return phrases
  return phrases.map((phrase) =>
    phrase.kind === 'colour' && ceremonyColours.has(phrase.word)
      ? {
          ...phrase,
          kind: 'occasion',
          id: 'wedding',
          label: attributes.optionName(attributes.occasions, 'wedding'),
          word: phrase.id,
        }
      : phrase,
  )
}

function priceLabel({ min, max }: PriceRange): string {
  const text = (rupees: number) => `₹${rupees.toLocaleString('en-IN')}`
  if (min === undefined) return `Under ${text(max ?? 0)}`
  return max === undefined ? `Above ${text(min)}` : `${text(min)} to ${text(max)}`
}
