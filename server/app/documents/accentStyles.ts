type Rgb = [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const ink: Rgb = [0x14, 0x21, 0x1d]
/** Background of the dark theme. */
const darkPaper: Rgb = [0x0f, 0x16, 0x14]
/** Minimum contrast of text in the accent's hue against the background (WCAG AAA). */
const minContrast = 7

/** CSS that replaces the accent colour of `src/ui/tokens.css` and its shades with the store's own. */
export function accentStyles(accent: string): string {
  const colour = parseHex(accent)
  const light = {
    mint: colour,
    'mint-hover': mix(colour, ink, 0.1),
    'mint-press': mix(colour, ink, 0.18),
    'on-mint': contrast(colour, ink) >= contrast(colour, white) ? ink : white,
    ...textOn(white, colour, black),
  }
  const dark = `html:root:not([data-theme=light]){${declarations(textOn(darkPaper, colour, white))}}`
  // `html:root` has a higher specificity than `:root` in the stylesheets, which come later.
  return `html:root{${declarations(light)}}@media (prefers-color-scheme:dark){${dark}}`
}

/** Text in the accent's hue on `paper`, and a light tint of the accent as background. */
function textOn(paper: Rgb, colour: Rgb, end: Rgb): Record<string, Rgb> {
  const text = mixUntilReadable(end, colour, paper)
  return { 'mint-wash': mix(paper, colour, 0.14), 'mint-ink': text, focus: text }
}

const declarations = (shades: Record<string, Rgb>) =>
  Object.entries(shades)
    .map(([name, shade]) => `--${name}:${toHex(shade)}`)
    .join(';')

/** Contrast ratio as defined by WCAG, 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

export function parseHex(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Mixes `colour` with as little of `end` as it takes to reach the minimum contrast on `paper`. */
function mixUntilReadable(end: Rgb, colour: Rgb, paper: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(colour, end, share)
    if (contrast(candidate, paper) >= minContrast) return candidate
  }
  return end
}

const mix = (from: Rgb, to: Rgb, share: number) =>
  from.map((value, place) => Math.round(value + ((to[place] ?? 0) - value) * share)) as Rgb

const toHex = (colour: Rgb) =>
  `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
