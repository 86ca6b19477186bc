type SizeChart = {
  title: string
  /** The first columns name the size, the others are measurements in cm. */
  head: string[]
  namingColumns: number
  rows: string[][]
  note: string
}

const body = 'Body measurements.'
const rows = (text: string) => text.split(' / ').map((row) => row.split(' '))

/** Measurements by the name of the size chart image. */
export const sizeCharts: Record<string, SizeChart> = {
  'women-tops': {
    title: 'Women, tops and dresses',
    head: ['Size', 'Bust', 'Waist', 'Hip'],
    namingColumns: 1,
    rows: rows(
      'XS 81 66 89 / S 86 71 94 / M 91 76 99 / L 97 81 104 / XL 102 86 109 / XXL 107 91 114',
    ),
    note: body,
  },
  'women-festive': {
    title: 'Women, lehengas and anarkalis',
    head: ['Size', 'Bust', 'Waist', 'Length'],
    namingColumns: 1,
    rows: rows(
      'XS 81 66 98 / S 86 71 100 / M 91 76 102 / L 97 81 104 / XL 102 86 104 / XXL 107 91 104',
    ),
    note: 'Body measurements, and skirt length.',
  },
  'women-bottoms': {
    title: 'Women, jeans, trousers and skirts',
    head: ['Size', 'Waist', 'Hip', 'Inseam'],
    namingColumns: 1,
    rows: rows(
      '26 66 91 73 / 28 71 96 73 / 30 76 101 74 / 32 81 106 74 / 34 86 112 75 / 36 91 117 75',
    ),
    note: body,
  },
  'women-shoes': {
    title: 'Women, footwear',
    head: ['UK / India', 'EU', 'Foot length'],
    namingColumns: 2,
    rows: rows('3 36 22.3 / 4 37 22.9 / 5 38 23.5 / 6 39 24.1 / 7 40 24.8 / 8 41 25.4'),
    note: 'From the heel to the longest toe.',
  },
  'men-tops': {
    title: 'Men, shirts and T-shirts',
    head: ['Size', 'Chest', 'Waist', 'Shoulder'],
    namingColumns: 1,
    rows: rows('S 96 81 44 / M 101 86 45 / L 106 91 47 / XL 112 97 48 / XXL 117 102 50'),
    note: body,
  },
  'men-kurtas': {
    title: 'Men, kurtas and jackets',
    head: ['Size', 'Chest', 'Shoulder', 'Length'],
    namingColumns: 1,
    rows: rows('S 96 44 99 / M 101 45 101 / L 106 47 103 / XL 112 48 105 / XXL 117 50 107'),
    note: 'Body measurements, and kurta length.',
  },
  'men-bottoms': {
    title: 'Men, jeans and trousers',
    head: ['Size', 'Waist', 'Hip', 'Inseam'],
    namingColumns: 1,
    rows: rows(
      '28 71 89 79 / 30 76 94 80 / 32 81 99 81 / 34 86 104 81 / 36 91 109 82 / 38 96 114 82',
    ),
    note: body,
  },
  'men-shoes': {
    title: 'Men, footwear',
    head: ['UK / India', 'EU', 'Foot length'],
    namingColumns: 2,
    rows: rows('6 40 24.6 / 7 41 25.4 / 8 42 26.2 / 9 43 27.1 / 10 44 27.9'),
    note: 'From the heel to the longest toe.',
  },
}

/** Narrow, because a phone shows it 300 px wide: the letters are then still 13 px high or more. */
const width = 520
/** On a larger screen the letters are 19 px high, and the whole chart fits into a dialog. */
const naturalScale = 0.8
const margin = 16
const top = 84
const headHeight = 52
const rowHeight = 68

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/**
 * Inches of a length in cm: to the half inch, as tailors measure, and feet to the tenth, because two
 * shoe sizes are closer than that.
 */
export function inchesText(cm: number): string {
  const isFoot = cm < 30
  const step = isFoot ? 10 : 2
  return String(Math.round((cm / 2.54) * step) / step)
}

const textAt = (text: string, x: number, y: number) =>
  `<text x="${x}" y="${y}">${escaped(text)}</text>`

/** Draws a table of measurements, each in cm and below it in inches. */
export function sizeChartImage({ title, head, namingColumns, rows, note }: SizeChart): string {
  const tableWidth = width - 2 * margin
  const height = top + headHeight + rowHeight * rows.length + 48
  const centreOf = (column: number) =>
    Math.round(margin + (tableWidth / head.length) * (column + 0.5))
  const rowTop = (row: number) => top + headHeight + rowHeight * row
  const cells = (textOf: (text: string, column: number) => string | undefined, down: number) =>
    rows.flatMap((row, at) =>
      row.map((text, column) => {
        const shown = textOf(text, column)
        return shown === undefined ? '' : textAt(shown, centreOf(column), rowTop(at) + down)
      }),
    )
  const measured =
    (unit: string, lengthOf: (text: string) => string) => (text: string, column: number) =>
      column < namingColumns ? undefined : `${lengthOf(text)} ${unit}`

  const names = head.map((name, column) => textAt(name, centreOf(column), top + 34))
  const sizes = cells((text, column) => (column < namingColumns ? text : undefined), 42)
  const inCm = cells(
    measured('cm', (text) => text),
    30,
  )
  const inInches = cells(
    measured('in', (text) => inchesText(Number(text))),
    56,
  )
  const lines = rows.map((_, at) => `M${margin} ${rowTop(at + 1)}h${tableWidth}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * naturalScale}" height="${height * naturalScale}" font-family="system-ui,Roboto,Arial,sans-serif" font-size="24" fill="#14211d">`,
    `<path d="M0 0h${width}v${height}H0z" fill="#fff"/>`,
    `<text x="${margin}" y="52" font-size="26" font-weight="600">${escaped(title)}</text>`,
    `<path d="M${margin} ${top}h${tableWidth}v${headHeight}H${margin}z" fill="#e2f7ef"/>`,
    `<path d="${lines.join('')}" stroke="#dde4e1" stroke-width="2"/>`,
    `<g text-anchor="middle"><g font-weight="600">${[...names, ...sizes].join('')}</g>${inCm.join('')}<g fill="#4a5852">${inInches.join('')}</g></g>`,
    `<text x="${margin}" y="${height - 16}" font-size="22" fill="#4a5852">${escaped(note)}</text></svg>`,
  ].join('')
}
