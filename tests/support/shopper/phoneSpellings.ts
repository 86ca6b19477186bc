const inScript = (digits: string, zero: number) =>
  [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')

/** Ways in which people type and paste one number of ten digits; each must be understood everywhere. */
export const phoneSpellings = (digits: string): string[] => {
  const [first, second] = [digits.slice(0, 5), digits.slice(5)]
  return [
    digits,
    ` ${digits}\n`,
    `91${digits}`,
    `+91 ${first} ${second}`,
    `+91-${first}-${second}`,
    `0${digits}`,
    `0 ${first} ${second}`,
    `0091${digits}`,
    `0091 ${first}-${second}`,
    `(+91) ${first} ${second}`,
    `+91 (0) ${first} ${second}`,
    `[0] ${first}\u00a0${second}`,
    // Hyphens as word processors write them.
    `${first}\u2010${second}`,
    `${first}\u2011${second}`,
    `${first}\u2013${second}`,
    // Copied from a contact, a chat or a web page.
    `\u202a+91 ${first} ${second}\u202c`,
    `\u2066${digits}\u2069`,
    `\u200e${digits}\u200f`,
    `${first}\u00ad${second}`,
    `${first}\u200b${second}`,
    `${first}\u200c\u200d${second}`,
    `\ufeff91${digits}\u2060`,
    // Full width, Devanagari, Gujarati, Bengali, Gurmukhi, Tamil, Arabic and Urdu.
    ...[0xff10, 0x0966, 0x0ae6, 0x09e6, 0x0a66, 0x0be6, 0x0660, 0x06f0].map((zero) =>
      inScript(digits, zero),
    ),
    `\uff0b${inScript(`91${digits}`, 0xff10)}`,
    `+${inScript(`91${digits}`, 0x0966)}`,
  ]
}
