/** iPhone, iPad or iPod. iPadOS reports itself as a Mac, but Macs have no touch screen. */
export const isAppleTouchDevice = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
