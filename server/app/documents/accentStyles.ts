type Rgb = [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const ink: Rgb = [0x14, 0x21, 0x1d]
/** Paper by night. */
const night: Rgb = [0x0f, 0x16, 0x14]
/** Text in the accent's own hue is told from paper as well as this (WCAG AAA). */
const readable = 7

/** The store's own colour with all its shades, in place of those of `src/ui/tokens.css`. */
export function accentStyles(accent: string): string {
  const colour = rgbOf(accent)
  const byDay = {
    mint: colour,
    'mint-hover': mixed(colour, ink, 0.1),
    'mint-press': mixed(colour, ink, 0.18),
    'on-mint': contrast(colour, ink) >= contrast(colour, white) ? ink : white,
    ...textOn(white, colour, black),
  }
  const dark = `html:root:not([data-theme=light]){${linesOf(textOn(night, colour, white))}}`
  // More particular than the sheet's own rules, which come later.
  return `html:root{${linesOf(byDay)}}@media (prefers-color-scheme:dark){${dark}}`
}

/** The accent as text on `paper`, and as a breath of colour on it. */
function textOn(paper: Rgb, colour: Rgb, end: Rgb): Record<string, Rgb> {
  const text = towards(end, colour, paper)
  return { 'mint-wash': mixed(paper, colour, 0.14), 'mint-ink': text, focus: text }
}

const linesOf = (shades: Record<string, Rgb>) =>
  Object.entries(shades)
    .map(([name, shade]) => `--${name}:${hexOf(shade)}`)
    .join(';')

/** How well one is read on the other, as WCAG counts it: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** As little nearer to `end` as it takes to be read on `paper`. */
function towards(end: Rgb, colour: Rgb, paper: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const nearer = mixed(colour, end, share)
    if (contrast(nearer, paper) >= readable) return nearer
  }
  return end
}

const mixed = (from: Rgb, to: Rgb, share: number) =>
  from.map((value, place) => Math.round(value + ((to[place] ?? 0) - value) * share)) as Rgb

const hexOf = (colour: Rgb) =>
  `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
