import { asciiDigits } from '#contract/values/characters.ts'

/**
 * Writes Indian scripts in Latin letters, as Indians do in addresses and messages: आशा as asha, नागपुर as
 * nagpur. In Unicode the nine scripts from Devanagari to Malayalam have the same layout, so one table
 * serves them all.
 */

const firstBlock = 0x0900
const blockSize = 0x80
const blocks = 9
/** Devanagari, Bengali, Gurmukhi and Gujarati leave out vowels in speech that they write. */
const blocksWithSilentVowels = 4

const independentVowels = 'a a i i u u ri li e e e ai o o o au'.split(' ')
const firstVowel = 0x05
const consonants =
  'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'.split(
    ' ',
  )
const firstConsonant = 0x15
const vowelSigns = 'a i i u u ri ri e e e ai o o o au'.split(' ')
const firstVowelSign = 0x3e
const nukta = 0x3c
const virama = 0x4d
const visarga = 0x03
/** Consonants with a dot below. */
const withNukta: Record<string, string> = { k: 'q', j: 'z', d: 'r', dh: 'rh', ph: 'f' }
const isNasal = (at: number) => at === 0x01 || at === 0x02 || at === 0x70
const labials = /^[pbm]/

/** A consonant (none for a vowel at the beginning), its vowel, and what follows it. */
type Syllable = { consonant: string; vowel: string; isInherent: boolean; end: string }

const indicWord = /[\u0900-\u0963\u0971-\u0d65](?:[\u0900-\u0963\u0971-\u0d65\u200c\u200d])*/gu

export const transliterate = (text: string): string =>
  asciiDigits(text.normalize('NFC')).replace(indicWord, latinOf)

function latinOf(word: string): string {
  const codes = [...word.replace(/[\u200c\u200d]/g, '')].map((letter) => letter.charCodeAt(0))
  const block = Math.floor(((codes[0] ?? 0) - firstBlock) / blockSize)
  if (block < 0 || block >= blocks) return word
  const syllables = syllablesOf(codes.map((code) => code - firstBlock - block * blockSize))
  if (block < blocksWithSilentVowels) dropSilentVowels(syllables)
  return syllables.map(({ consonant, vowel, end }) => consonant + vowel + end).join('')
}

function syllablesOf(codes: number[]): Syllable[] {
  const syllables: Syllable[] = []
  codes.forEach((at, index) => {
    const last = syllables.at(-1)
    const consonant = consonants[at - firstConsonant]
    const vowel = independentVowels[at - firstVowel]
    const sign = vowelSigns[at - firstVowelSign]
    if (consonant) syllables.push({ consonant, vowel: 'a', isInherent: true, end: '' })
    else if (vowel) syllables.push({ consonant: '', vowel, isInherent: false, end: '' })
    else if (!last) return
    else if (sign) Object.assign(last, { vowel: sign, isInherent: false })
    else if (at === virama) Object.assign(last, { vowel: '', isInherent: false })
    else if (at === nukta) last.consonant = withNukta[last.consonant] ?? last.consonant
    else if (at === visarga) last.end = 'h'
    else if (isNasal(at)) {
      const next = consonants[(codes[index + 1] ?? 0) - firstConsonant] ?? ''
      last.end = labials.test(next) ? 'm' : 'n'
    }
  })
  return syllables
}

/** A word may end with these after another consonant only with a vowel: chandra, but silk. */
const endsWithVowel = /^[ryv]$/

/** The inherent vowel is silent at the end of a word, and between a vowel and a syllable with one: nag(a)pur. */
function dropSilentVowels(syllables: Syllable[]): void {
  for (let at = syllables.length - 1; at > 0; at--) {
    const syllable = syllables[at] as Syllable
    const [before, after] = [syllables[at - 1], syllables[at + 1]]
    if (!syllable.isInherent || syllable.end !== '') continue
    const isSilent = after
      ? before?.vowel && after.consonant && after.vowel
      : before?.vowel || !endsWithVowel.test(syllable.consonant)
    if (isSilent) syllable.vowel = ''
  }
}
