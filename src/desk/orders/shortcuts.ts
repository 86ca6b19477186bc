import { useEffect, useRef } from 'react'

type Shortcuts = Record<string, () => void>

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"], [type="radio"]), select, textarea')

/** Esc leaves these fields; in others it would lose what was typed. */
const mayLeave = (field: HTMLElement) => field.matches('input[type="search"], select')

/**
 * Single keys of a page, by `KeyboardEvent.key` in lower case. They rest while somebody types, while a dialog is open and
 * with Ctrl, Alt or Meta.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, target, ctrlKey, altKey, metaKey, isComposing } = event
      if (ctrlKey || altKey || metaKey || isComposing) return
      if (document.querySelector('[aria-modal="true"]')) return
      if (isField(target) && !(key === 'Escape' && mayLeave(target))) return
      const act = latest.current[key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    // Before an open dialog sees the key: after it, the dialog that Esc closes would be gone.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

const linkSelector = '[data-order-link]'

/** The number of the order whose row has the focus. */
export const focusedNumber = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-number]')?.dataset.number

/** Moves the focus to the next or previous row, from the first one if none has it. */
export function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(linkSelector)]
  const row = document.activeElement?.closest('[data-number]')
  const current = links.findIndex((link) => row?.contains(link))
  const next = current === -1 ? 0 : Math.min(links.length - 1, Math.max(0, current + step))
  links[next]?.focus({ preventScroll: true })
  links[next]?.scrollIntoView({ block: 'nearest' })
}
