/** The field in which something was typed last, and the address it was typed at. */
let typed: { field: HTMLInputElement | HTMLTextAreaElement; at: string } | undefined

/** Remembers what is being typed for as long as the page lives. */
export function followTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (isField) typed = { field: target, at: location.href }
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
