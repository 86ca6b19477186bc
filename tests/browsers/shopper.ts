import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { Browser } from './startBrowser.ts'

type Role = 'button' | 'link' | 'heading' | 'radio' | 'textbox' | 'combobox'

const limitMs = 30_000

/**
 * Marks the visible element with this role and name, and says whether there is one. It runs in the
 * page and uses only what the oldest supported browser has.
 */
const mark = `(role, name, isPattern) => {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    radio: 'input[type=radio]',
    textbox: 'input:not([type=radio]):not([type=checkbox]), textarea',
    combobox: 'select',
  }
  const textOf = (node) => {
    const copy = node.cloneNode(true)
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return copy.textContent.replace(/\\s+/g, ' ').trim()
  }
  const labelOf = (one) => [...(one.labels || [])].map(textOf).join(' ')
  const referredBy = (one) =>
    (one.getAttribute('aria-labelledby') || '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .filter(Boolean)
      .map(textOf)
      .join(' ')
  const nameOf = (one) =>
    one.getAttribute('aria-label') || referredBy(one) || labelOf(one) || textOf(one)
  const open = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1)
  const fits = (one) =>
    isPattern ? new RegExp(name).test(nameOf(one)) : nameOf(one) === name
  const isShown = (one) => {
    const { width, height } = (role === 'radio' ? one.parentElement : one).getBoundingClientRect()
    // Where the header shows the title, the heading is for screen readers only, and tiny.
    const least = role === 'heading' ? 0 : 1
    return width > least && height > least && !one.closest('[inert]') && one.checkVisibility({ visibilityProperty: true })
  }
  const found = [...(open || document).querySelectorAll(selectors[role])].find(
    (one) => fits(one) && isShown(one) && !one.disabled,
  )
  document.querySelector('[data-found]')?.removeAttribute('data-found')
  if (!found) return false
  const target = role === 'radio' ? found.labels?.[0] || found : found
  target.scrollIntoView({ block: 'center', behavior: 'instant' })
  target.setAttribute('data-found', '')
  return true
}`

/** A shopper with a browser: finds elements by role and name, and waits until they are visible. */
export function shopperWith(browser: Browser, screenshots: string) {
  const call = (script: string, ...args: unknown[]) =>
    browser.evaluate(`(${script})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)

  async function until(what: string, isSo: () => Promise<unknown>): Promise<void> {
    const end = Date.now() + limitMs
    for (;;) {
      // A page that is being left evaluates nothing.
      if (await isSo().catch(() => false)) return
      if (Date.now() > end) throw new Error(`Not within ${limitMs / 1000} s: ${what}`)
      await pause(100)
    }
  }

  async function find(role: Role, name: string | RegExp): Promise<string> {
    const isPattern = name instanceof RegExp
    const words = isPattern ? name.source : name
    await until(`${role} "${words}"`, () => call(mark, role, words, isPattern))
    // Waits until an element that slides in has stopped.
    await until('nothing moves', () =>
      browser.evaluate(`document.getAnimations().every((one) =>
        one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity)`),
    )
    return '[data-found]'
  }

  return {
    browser,
    until,
    open: (url: string) => browser.open(url),
    see: (role: Role, name: string | RegExp) => find(role, name),
    async has(role: Role, name: string | RegExp): Promise<boolean> {
      const isPattern = name instanceof RegExp
      return Boolean(await call(mark, role, isPattern ? name.source : name, isPattern))
    },
    async tap(role: Role, name: string | RegExp): Promise<void> {
      const selector = await find(role, name)
      try {
        await browser.click(selector)
      } catch (error) {
        // A page that was rendered again meanwhile has another element in this place.
        if (!String(error).includes('detached')) throw error
        await browser.click(await find(role, name))
      }
    },
    async write(name: string, text: string): Promise<void> {
      await browser.write(await find('textbox', name), text)
    },
    /** Browsers have different date pickers, so the value is set as a picker would set it. */
    async setDate(name: string, isoDate: string): Promise<void> {
      await find('textbox', name)
      await call(
        `(value) => {
          const input = document.querySelector('[data-found]')
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value)
          input.dispatchEvent(new Event('input', { bubbles: true }))
          input.dispatchEvent(new Event('change', { bubbles: true }))
        }`,
        isoDate,
      )
    },
    seeText: (text: string) =>
      until(`"${text}"`, () => call('(text) => document.body.innerText.includes(text)', text)),
    seeNoText: (text: string) =>
      until(`no "${text}"`, () => call('(text) => !document.body.innerText.includes(text)', text)),
    /** Saves a screenshot for a person to look at. */
    photograph: (name: string) => browser.screenshot(join(screenshots, `${name}.png`)),
  }
}

export type Shopper = ReturnType<typeof shopperWith>
