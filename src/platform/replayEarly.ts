/** A button or a choice, its name then, and what was chosen. */
export type Done = [field: HTMLElement, label: string | null, value: string, isChecked: boolean]

/** What the document's own script holds back as long as it is there (server/app/builtPage.ts). */
export type Early = { pehnoEarly?: Map<unknown, Done> | undefined }

/** Does again, once the page is taken over, what was done before; from then on nothing is held. */
export function replayEarly(early: Early): void {
  const done = [...(early.pehnoEarly?.values() ?? [])]
  early.pehnoEarly = undefined
  for (const [field, label, value, isChecked] of done) {
    if (field instanceof HTMLSelectElement) {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (field instanceof HTMLInputElement) {
      // It stands as the server drew it, or as it was left: the choice is made anew.
      field.checked = !isChecked
      field.click()
    } else if (field.ariaLabel === label) {
      // By another name it does something else by now, such as the heart of what is kept already.
      field.click()
    }
  }
}
