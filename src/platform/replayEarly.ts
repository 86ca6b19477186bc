/** What the document's own script has noted before the program was there. */
export type Early = {
  pehnoTapped?: HTMLElement
  pehnoChanged?: [field: Element, value: string, isChecked: boolean]
}

/** Does again, once the page is taken over, what was done before anything heard it. */
export function replayEarly({ pehnoTapped, pehnoChanged }: Early): void {
  if (pehnoChanged) chooseAgain(...pehnoChanged)
  pehnoTapped?.click()
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
