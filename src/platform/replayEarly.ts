/** A button or a field, its name then, and what was in it. */
export type Done = [field: HTMLElement, label: string | null, value: string, isChecked: boolean]

/** What the document's own script holds back as long as it is there (server/app/builtPage.ts). */
export type Early = { pehnoEarly?: Map<unknown, Done> | undefined }

/**
 * Does again, once the page is taken over and knows its user, what was done before; from then on
 * nothing is held.
 */
export function replayEarly(early: Early): void {
  const done = [...(early.pehnoEarly?.values() ?? [])]
  early.pehnoEarly = undefined
  for (const [field, label, value, isChecked] of done) {
    if (field instanceof HTMLSelectElement) choose(field, value)
    else if (field instanceof HTMLInputElement && field.type === 'checkbox') tick(field, isChecked)
    else if (field instanceof HTMLButtonElement) tap(field, label)
    else write(field as HTMLInputElement, value)
  }
}

/** Fields stand as the server drew them, or as they were left: what is in them is made anew. */
function choose(field: HTMLSelectElement, value: string) {
  if ([...field.options].some((option) => option.defaultSelected && option.value === value)) return
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function tick(field: HTMLInputElement, isChecked: boolean) {
  if (field.defaultChecked === isChecked) return
  field.checked = !isChecked
  field.click()
}

/** React hears of a text that is another than the one it knows, which is set past it. */
function write(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  field.value = ''
  const known = Object.getPrototypeOf(field) as typeof field
  Object.getOwnPropertyDescriptor(known, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** By another name it does something else by now, such as the heart of what is kept already. */
function tap(button: HTMLButtonElement, label: string | null) {
  if (button.ariaLabel === label) button.click()
}
