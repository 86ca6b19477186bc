/** A number to call, never broken over two lines. */
export function PhoneLink({ phone }: { phone: string }) {
  return <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone.replace(/\s/g, '\u00a0')}</a>
}
