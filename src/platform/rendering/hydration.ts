import { useSyncExternalStore } from 'react'

let resolveHydrated: () => void

/**
 * Resolves once the page is hydrated, or was rendered by the browser alone. State that only the
 * device knows (the customer, the bag) waits for it, because parts that hydrate later must find the
 * HTML as the server rendered it.
 */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve
})

export const markHydrated = (): void => resolveHydrated()

const neverChanges = () => () => undefined

/**
 * A value that only the device knows. During hydration it is `serverValue`, as in the server's HTML; if
 * `read` returns the same, nothing is rendered again. `read` must return a stable value.
 */
export function useClientValue<Value>(read: () => Value, serverValue: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => serverValue)
}

/** False on the server and during hydration, true afterwards. */
export const useIsClient = (): boolean => useClientValue(() => true, false)

/**
 * A button or field that was used before hydration, with its label, value and checked state then.
 */
export type PrehydrationEvent = [
  field: HTMLElement,
  label: string | null,
  value: string,
  isChecked: boolean,
]

/**
 * Events that the document's inline script (`src/loader.ts`) records until hydration.
 */
export type PrehydrationEvents = { pehnoEarly?: Map<unknown, PrehydrationEvent> | undefined }

/**
 * Repeats the events after hydration, once the customer is known. From then on none are recorded.
 */
export function replayPrehydrationEvents(recorder: PrehydrationEvents): void {
  const events = [...(recorder.pehnoEarly?.values() ?? [])]
  recorder.pehnoEarly = undefined
  for (const [field, label, value, isChecked] of events) {
    hydratePartOf(field)
    if (field instanceof HTMLSelectElement) choose(field, value)
    else if (field instanceof HTMLInputElement && field.type === 'checkbox') tick(field, isChecked)
    else if (field instanceof HTMLButtonElement) tap(field, label)
    else write(field as HTMLInputElement, value)
  }
}

/**
 * React hydrates a waiting part of the page at once when an event occurs in it. That must not be the repeated
 * event itself: React would take the new value of the field for the server's, and notice no change.
 */
const hydratePartOf = (field: HTMLElement) =>
  field.dispatchEvent(new Event('pointercancel', { bubbles: true }))

/** A field that still shows what the server rendered was not used. */
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

/** Sets the value past React's own tracking, so that React notices the change. */
function write(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  field.value = ''
  const prototype = Object.getPrototypeOf(field) as typeof field
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * A button whose label has changed does something else by now, such as the heart of a saved item.
 */
function tap(button: HTMLButtonElement, label: string | null) {
  if (button.ariaLabel === label) button.click()
}
