/** The dialogs that can open over any page. */
export function Dialogs() {
  return null
}
