import type { Page } from '@playwright/test'

/**
 * The elements in the page, or in the open dialog, whose focus ring is cut off by a container or by
 * the edge of the window, with the missing pixels. Each is focused as the Tab key would.
 */
export async function cutFocusRings(page: Page): Promise<string[]> {
  // A dialog may still be sliding in.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // After a key press, an element that gets focus from a script shows its ring too.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const toleratedPx = 0.5
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const focusable = [...scope.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility({ checkVisibilityCSS: true }),
    )

    /** The elements that show the ring: the focused one, or what stands for a hidden field. */
    function ringsOf(element: HTMLElement) {
      const label = element.closest('label')
      const shown = label ? [element, label, ...label.querySelectorAll('*')] : [element]
      return shown.flatMap((one) => {
        const style = getComputedStyle(one)
        if (style.outlineStyle === 'none') return []
        const width = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset)
        const { left, top, right, bottom } = one.getBoundingClientRect()
        return [
          {
            one,
            left: left - width,
            top: top - width,
            right: right + width,
            bottom: bottom + width,
          },
        ]
      })
    }

    function cutBy({ one, ...ring }: ReturnType<typeof ringsOf>[number]): number {
      let missing = Math.max(-ring.left, ring.right - document.documentElement.clientWidth)
      for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, contentVisibility } = getComputedStyle(box)
        if (overflowX === 'visible' && overflowY === 'visible' && contentVisibility !== 'auto')
          continue
        const edge = box.getBoundingClientRect()
        const sides = [edge.left - ring.left, edge.top - ring.top]
        sides.push(ring.right - edge.right, ring.bottom - edge.bottom)
        missing = Math.max(missing, ...sides)
      }
      return missing
    }

    return focusable.flatMap((element) => {
      element.focus()
      if (document.activeElement !== element) return []
      const missing = Math.max(0, ...ringsOf(element).map(cutBy))
      const name = element.getAttribute('aria-label') ?? element.textContent
      return missing > toleratedPx ? [`${name?.trim()}: ${missing.toFixed(1)} px`] : []
    })
  })
}
