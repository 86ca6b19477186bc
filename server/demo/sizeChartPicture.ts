import type { SizeChart } from './sizeCharts.ts'

const width = 800
const rowHeight = 64
const top = 120

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A table of measurements as a picture. */
export function sizeChartPicture({ title, head, rows, note }: SizeChart): string {
  const column = (width - 80) / head.length
  const height = top + rowHeight * (rows.length + 1) + 60
  const cell = (text: string, [across, down]: [number, number]) => {
    const weight = across === 0 || down === 0 ? ' font-weight="600"' : ''
    const x = Math.round(40 + column * (across + 0.5))
    return `<text x="${x}" y="${top + rowHeight * down + 40}" text-anchor="middle"${weight}>${escaped(text)}</text>`
  }
  const cells = [head, ...rows].flatMap((row, down) =>
    row.map((text, across) => cell(text, [across, down])),
  )
  const rules = rows.map((_, at) => `M40 ${top + rowHeight * (at + 1)}h720`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui,Roboto,Arial,sans-serif" font-size="24" fill="#14211d"><path d="M0 0h${width}v${height}H0z" fill="#fff"/><text x="40" y="72" font-size="32" font-weight="600">${escaped(title)}</text><path d="M40 ${top}h720v${rowHeight}H40z" fill="#e2f7ef"/>${cells.join('')}<path d="${rules}" stroke="#dde4e1" stroke-width="2"/><text x="40" y="${height - 24}" font-size="20" fill="#5f6e68">${escaped(note)}</text></svg>`
}
