/** Calls once what has just changed is on the screen; where nothing is painted, at once. */
export function afterPaint(call: () => void): void {
  if (document.hidden) call()
  else requestAnimationFrame(() => setTimeout(call))
}
