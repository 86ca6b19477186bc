/** A phone number as a link, without line breaks. */
export function PhoneLink({ phone }: { phone: string }) {
  return <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone.replace(/\s/g, '\u00a0')}</a>
}
