/** A place for the search box in the header. */
export function SearchBox() {
  return null
}
