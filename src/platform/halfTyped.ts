type TextField = HTMLInputElement | HTMLTextAreaElement

/** The field in which something was typed last, and the address it was typed at. */
let typed: { field: TextField; at: string } | undefined

/** A chosen size or filter is no typing. */
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'range'].includes(target.type))

/** Remembers what is being typed for as long as the page lives. */
export function followTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (isTextField(target)) typed = { field: target, at: location.href }
    },
    { passive: true },
  )
}

/** Whether leaving now would discard what has been typed. */
export const isHalfTyped = (): boolean =>
  typed !== undefined &&
  typed.at === location.href &&
  typed.field.isConnected &&
  typed.field.value !== ''
