import { sql, type SQLWrapper } from 'drizzle-orm'

/** Letters of other scripts that look like Latin ones, and the digits of Indian scripts. */
const lookalikes = {
  from: 'АВЕЅІЈКМНОРСТУХаеѕіјкмнорстухѵԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχıɑɡ',
  to: 'abesijkmhopctyxaesijkmhopctyxvdqwabezhikmnoptyxaeiknoptuxiag',
}
const digits = {
  from: [0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0660, 0x06f0]
    .flatMap((zero) => Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)))
    .join(''),
  to: '0123456789'.repeat(11),
}

/** What is not seen, and accents: soft hyphens, joiners, direction marks, variation selectors, fillers. */
const invisible =
  '[\u0300-\u036F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]+'

/**
 * The same door, however its commas, spaces, capitals and letters are written, with whatever invisible
 * signs between them; 1/12 is not 11/2.
 */
export const bareStreet = (street: SQLWrapper) => {
  const visible = sql`regexp_replace(normalize(${street}, NFKD), ${invisible}::text, '', 'g')`
  const from = lookalikes.from + digits.from
  const latin = sql`translate(${visible}, ${from}::text, ${lookalikes.to + digits.to}::text)`
  const plain = sql`lower(regexp_replace(${latin}, '[[:space:][:punct:]]+', ' ', 'g'))`
  // A nought is written as an O, and a one as an l or I.
  return sql`btrim(translate(${plain}, '01i', 'oll'))`
}
