type Label = { code: string; size: string }

/** The code on the label of a size: the product's code and the size. */
export const labelCode = ({ code, size }: Label): string => `${code}-${size}`

/** Scanners and people write codes in small letters or with other spaces. */
export const normalCode = (code: string): string => code.trim().replace(/\s+/g, ' ').toUpperCase()

export const hasLabel = (label: Label, scan: string): boolean =>
  normalCode(labelCode(label)) === normalCode(scan)

/** The product codes that a scanned label may begin with, the longest first. */
export function productCodesOf(scan: string): string[] {
  const parts = normalCode(scan).split('-')
  return parts.map((_, cut) => parts.slice(0, parts.length - cut).join('-')).filter(Boolean)
}
