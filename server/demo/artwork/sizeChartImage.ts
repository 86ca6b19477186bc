type SizeChart = { title: string; head: string[]; rows: string[][]; note: string }

const body = 'Body measurements in cm'
const rows = (text: string) => text.split(' / ').map((row) => row.split(' '))

/** Measurements by the name of the size chart image. */
export const sizeCharts: Record<string, SizeChart> = {
  'women-tops': {
    title: 'Women, tops and dresses',
    head: ['Size', 'Bust', 'Waist', 'Hip'],
    rows: rows(
      'XS 81 66 89 / S 86 71 94 / M 91 76 99 / L 97 81 104 / XL 102 86 109 / XXL 107 91 114',
    ),
    note: body,
  },
  'women-festive': {
    title: 'Women, lehengas and anarkalis',
    head: ['Size', 'Bust', 'Waist', 'Length'],
    rows: rows(
      'XS 81 66 98 / S 86 71 100 / M 91 76 102 / L 97 81 104 / XL 102 86 104 / XXL 107 91 104',
    ),
    note: 'Bust and waist of the body, length of the skirt, in cm',
  },
  'women-bottoms': {
    title: 'Women, jeans, trousers and skirts',
    head: ['Size', 'Waist', 'Hip', 'Inseam'],
    rows: rows(
      '26 66 91 73 / 28 71 96 73 / 30 76 101 74 / 32 81 106 74 / 34 86 112 75 / 36 91 117 75',
    ),
    note: body,
  },
  'women-shoes': {
    title: 'Women, footwear',
    head: ['UK / India', 'EU', 'Foot length'],
    rows: rows('3 36 22.3 / 4 37 22.9 / 5 38 23.5 / 6 39 24.1 / 7 40 24.8 / 8 41 25.4'),
    note: 'Foot length in cm, heel to longest toe',
  },
  'men-tops': {
    title: 'Men, shirts and T-shirts',
    head: ['Size', 'Chest', 'Waist', 'Shoulder'],
    rows: rows('S 96 81 44 / M 101 86 45 / L 106 91 47 / XL 112 97 48 / XXL 117 102 50'),
    note: body,
  },
  'men-kurtas': {
    title: 'Men, kurtas and jackets',
    head: ['Size', 'Chest', 'Shoulder', 'Length'],
    rows: rows('S 96 44 99 / M 101 45 101 / L 106 47 103 / XL 112 48 105 / XXL 117 50 107'),
    note: 'Chest and shoulder of the body, length of the kurta, in cm',
  },
  'men-bottoms': {
    title: 'Men, jeans and trousers',
    head: ['Size', 'Waist', 'Hip', 'Inseam'],
    rows: rows(
      '28 71 89 79 / 30 76 94 80 / 32 81 99 81 / 34 86 104 81 / 36 91 109 82 / 38 96 114 82',
    ),
    note: body,
  },
  'men-shoes': {
    title: 'Men, footwear',
    head: ['UK / India', 'EU', 'Foot length'],
    rows: rows('6 40 24.6 / 7 41 25.4 / 8 42 26.2 / 9 43 27.1 / 10 44 27.9'),
    note: 'Foot length in cm, heel to longest toe',
  },
}

const width = 800
const rowHeight = 64
const top = 120

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Draws a table of measurements. */
export function sizeChartImage({ title, head, rows, note }: SizeChart): string {
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
