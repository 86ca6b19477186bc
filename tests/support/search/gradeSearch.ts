import { gradeOf, type JudgedQuery, judgedQueries } from './judgedQueries.ts'
import type { SearchFacts } from './searchFacts.ts'

type Graded = {
  query: string
  /** Normalized discounted cumulative gain of the first ten results, from 0 to 1. */
  ndcg: number
  /** The share of the fully matching products that are among the results. */
  recall: number
  results: number
}

const cutoff = 10
const gainOf = (grades: number[]): number =>
  grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)

/** Grades the results of one search: the ids of all products found, best first. */
function gradeResults(judged: JudgedQuery, facts: SearchFacts[], ids: string[]): Graded {
  const grades = facts.map((product) => [product.id, gradeOf(judged, product)] as const)
  // If any product matches fully, the right garment in another colour does not count.
  const lowest = grades.some(([, grade]) => grade === 3) ? 3 : 1
  const gradeById = new Map(grades.map(([id, grade]) => [id, grade < lowest ? 0 : grade] as const))
  const ideal = [...gradeById.values()].sort((a, b) => b - a).slice(0, cutoff)
  const shown = ids.slice(0, cutoff).map((id) => gradeById.get(id) ?? 0)
  const wanted = [...gradeById].filter(([, grade]) => grade === 3).map(([id]) => id)
  const found = new Set(ids)
  const idealGain = gainOf(ideal)
  return {
    query: judged.query,
    ndcg: idealGain === 0 ? 1 : gainOf(shown) / idealGain,
    recall: wanted.length === 0 ? 1 : wanted.filter((id) => found.has(id)).length / wanted.length,
    results: ids.length,
  }
}

/** Grades all judged searches. */
export const gradeAll = (facts: SearchFacts[], search: (query: string) => string[]): Graded[] =>
  judgedQueries.map((judged) => gradeResults(judged, facts, search(judged.query)))

export const meanOf = (numbers: number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length
