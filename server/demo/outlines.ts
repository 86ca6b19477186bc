type Point = [x: number, y: number]
type Segment = { command: string; points: Point[] }

const pointsOf: Record<string, number> = { M: 1, L: 1, Q: 2, C: 3 }

/** Reads a path of absolute M, L, Q and C. */
function segmentsOf(path: string): Segment[] {
  const words = path.match(/[MLQC]|-?[\d.]+/g) ?? []
  const segments: Segment[] = []
  let command = ''
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    if (word in pointsOf) {
      command = word
      at++
    }
    const points: Point[] = []
    for (let left = pointsOf[command] ?? 0; left > 0; left--, at += 2) {
      points.push([Number(words[at]), Number(words[at + 1])])
    }
    segments.push({ command, points })
    if (command === 'M') command = 'L'
  }
  return segments
}

/** The same open path walked from its end to its start, without a first M. */
function backwards(segments: Segment[]): Segment[] {
  return segments
    .slice(1)
    .map(({ command, points }, at) => ({
      command,
      points: [...points.slice(0, -1).reverse(), ...(segments[at]?.points.slice(-1) ?? [])],
    }))
    .reverse()
}

/**
 * Garments are drawn for their right half only: x is the distance from the centre line at 200.
 * `slim` narrows a whole piece without drawing it anew.
 */
export function outlinesOf(slim: number) {
  const across = (x: number) => Math.round(200 + x * slim)
  const at = ([x, y]: Point, side = 1) => `${across(side * x)} ${Math.round(y)}`
  const text = (segments: Segment[], side = 1) =>
    segments.map((part) => part.command + part.points.map((p) => at(p, side)).join(' ')).join('')
  const right = (path: string) => text(segmentsOf(path))
  const left = (path: string) => text(segmentsOf(path), -1)
  return {
    across,
    at,
    /** One open side. */
    right,
    left,
    /** Both sides, open. */
    pair: (path: string) => right(path) + left(path),
    /** Both sides, each closed by itself. */
    both: (path: string) => `${right(path)}Z${left(path)}Z`,
    /** One closed shape across the centre line. */
    half: (path: string) => `${right(path)}${text(backwards(segmentsOf(path)), -1)}Z`,
  }
}

export type Outlines = ReturnType<typeof outlinesOf>
