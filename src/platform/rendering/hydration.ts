import { useSyncExternalStore } from 'react'

let open: () => void

/**
 * Kept once the browser has taken over all that the server drew, or drew the page itself. What only
 * the device knows (who is signed in, what is in the bag) waits for it: a part that is taken over
 * later must still find the page as the server drew it.
 */
export const hydrated = new Promise<void>((resolve) => {
  open = resolve
})

export const markHydrated = (): void => open()

const never = () => () => undefined

/**
 * What only the device knows; on the server and in the first draw of the browser it is `drawn`.
 * Where that is what the device says too, nothing is drawn again. `read` gives the same twice.
 */
export function useClientValue<Value>(read: () => Value, drawn: Value): Value {
  return useSyncExternalStore(never, read, () => drawn)
}

/** False on the server and in the first draw of the browser, true after that. */
export const useIsClient = (): boolean => useClientValue(() => true, false)

/** A button or a field, its name then, and what was in it. */
export type PrehydrationEvent = [
  field: HTMLElement,
  label: string | null,
  value: string,
  isChecked: boolean,
]

/** What the document's own script holds back as long as it is there (server/app/documents/builtPage.ts). */
export type PrehydrationEvents = { pehnoEarly?: Map<unknown, PrehydrationEvent> | undefined }

/**
 * Does again, once the page is taken over and knows its user, what was done before; from then on
 * nothing is held.
 */
export function replayPrehydrationEvents(early: PrehydrationEvents): void {
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
