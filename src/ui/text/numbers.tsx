/** Every second digit from the fourth from the end: 1,23,45,678. */
const places = /(\d)(?=(\d\d)+\d(\.|$))/g

/**
 * A number with Indian grouping. Does not use `Intl`, because creating the first formatter takes
 * longer than rendering the page.
 */
export const numberText = (value: number, decimals = 0): string =>
  value.toFixed(decimals).replace(places, '$1,')

/** A phone number as a link, without line breaks. */
export function PhoneLink({ phone }: { phone: string }) {
  return <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone.replace(/\s/g, '\u00a0')}</a>
}
