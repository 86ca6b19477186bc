/** What the document's own script has noted before the program was there. */
export type Early = { pehnoTapped?: HTMLElement; pehnoChanged?: HTMLElement }

/** Does again, once the page is taken over, what was done before anything heard it. */
export function replayEarly({ pehnoTapped, pehnoChanged }: Early): void {
  if (pehnoChanged instanceof HTMLSelectElement) {
    pehnoChanged.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (pehnoChanged instanceof HTMLInputElement && pehnoChanged.type === 'checkbox') {
    // A tap turns it: from what it was before to what it is now.
    pehnoChanged.checked = !pehnoChanged.checked
    pehnoChanged.click()
  }
  pehnoTapped?.click()
}
