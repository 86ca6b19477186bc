export type CutFacts = {
  /** Before the noun, as in "V-neck kurti"; empty when the cut has no word of its own. */
  word: string
  /** After the noun, as in "kurti with a contrast neckline". */
  feature: string
  /** What one sees, for the description. */
  line: string
}

export type GarmentFacts = {
  fit: string
  measure: string
  pack: string
  netQuantity: string
  words: string
  /** By `seed % 3`; a single one stands for all. */
  cuts: CutFacts[]
}

/** Word, feature and line of a cut. */
export const cut = (word: string, feature: string, line: string): CutFacts => ({
  word,
  feature,
  line,
})
