/** What the document's own script has noted before the program was there. */
export type Early = {
  /** The last button that was tapped, and how it was called then. */
  pehnoTapped?: [button: HTMLElement, label: string | null]
  pehnoChanged?: [field: Element, value: string, isChecked: boolean]
}

/** Does again, once the page is taken over, what was done before anything heard it. */
export function replayEarly({ pehnoTapped, pehnoChanged }: Early): void {
  if (pehnoChanged) chooseAgain(...pehnoChanged)
  const [button, label] = pehnoTapped ?? []
  // By another name it does something else by now, such as the heart of what is kept already.
  if (button?.ariaLabel === label) button?.click()
}

/** What is taken over stands as the server drew it, or as it was left: the choice is made anew. */
function chooseAgain(field: Element, value: string, isChecked: boolean): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    field.checked = !isChecked
    field.click()
  }
}
