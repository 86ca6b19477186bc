/** What a place can be found by. */
type Known = {
  /** The words of its name. */
  name: string[]
  /** Single words that mean it as well as the whole name does. */
  also: string[]
  /** What it lies in: every word after a blank. */
  context: string
}

/** How many of the words are not about the place, and how well the others say it. */
export type Fit = { missed: number; bonus: number }

const wholeName = 30
const beginning = 12
const wholeWords = 6
const onlyAround = -10
const wordUnsaid = -4

export function placeFit(words: string[], { name, also, context }: Known): Fit {
  const own = [...name, ...also]
  const named = words.filter((word) => own.some((other) => other.startsWith(word)))
  const around = words.filter((word) => !named.includes(word) && context.includes(` ${word}`))

  const isSaid = (word: string) => words.includes(word)
  const isWholeName = name.every(isSaid) || also.some(isSaid)
  const isBeginning = named[0] !== undefined && own[0]?.startsWith(named[0])
  const isWholeWords = named.every((word) => own.includes(word))
  return {
    missed: words.length - named.length - around.length,
    bonus:
      (isWholeName ? wholeName : wordUnsaid * Math.max(0, name.length - named.length)) +
      (isBeginning ? beginning : 0) +
      (isWholeWords ? wholeWords : 0) +
      around.length * onlyAround,
  }
}
