export type Labels = Record<string, string | number>
type Series = { labels: Labels; counts: number[]; sum: number; count: number }

/** A Prometheus histogram of this process. Labels come from our own lists, so they stay few. */
export function histogram(name: string, help: string, bounds: number[]) {
  const all = new Map<string, Series>()

  function seriesOf(labels: Labels): Series {
    const key = labelText(labels)
    const found = all.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
    all.set(key, found)
    return found
  }

  return {
    observe(labels: Labels, value: number): void {
      const series = seriesOf(labels)
      series.sum += value
      series.count++
      bounds.forEach((bound, at) => {
        if (value <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1
      })
    },
    lines: (): string[] => [
      ...headLines(name, help, 'histogram'),
      ...[...all.values()].flatMap(({ labels, counts, sum, count }) => [
        ...bounds.map((le, at) => sample(`${name}_bucket`, { ...labels, le }, counts[at] ?? 0)),
        sample(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
        sample(`${name}_sum`, labels, sum),
        sample(`${name}_count`, labels, count),
      ]),
    ],
  }
}

export const headLines = (name: string, help: string, type: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

export function sample(name: string, labels: Labels, value: number): string {
  const text = labelText(labels)
  return `${name}${text && `{${text}}`} ${value}`
}

const labelText = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, '_')}"`)
    .join(',')
