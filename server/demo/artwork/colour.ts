const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))

const toHex = (values: number[]) =>
  '#' +
  values
    .map((value) =>
      Math.max(0, Math.min(255, Math.round(value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')

/** Blends two colours; `share` (0 to 1) is the part of the second. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  return toHex(channels(from).map((value, at) => value + ((target[at] ?? 0) - value) * share))
}

/** Perceived lightness, from 0 to 1. */
export function lightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex)
  return (red * 299 + green * 587 + blue * 114) / 255000
}
