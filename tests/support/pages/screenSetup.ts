import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

import { markHydrated } from '#platform/rendering/hydration.ts'

/** A busy machine is slow, and that is no failure. */
configure({ asyncUtilTimeout: 15_000 })

// There is no server that drew before.
markHydrated()

/** What jsdom lacks of a browser, as far as the page uses it. */

Object.assign(HTMLDialogElement.prototype, {
  show(this: HTMLDialogElement) {
    this.open = true
  },
  showModal(this: HTMLDialogElement) {
    if (this.open) throw new DOMException('The dialog is already open', 'InvalidStateError')
    this.open = true
  },
  close(this: HTMLDialogElement, returnValue?: string) {
    if (!this.open) return
    this.open = false
    if (returnValue !== undefined) this.returnValue = returnValue
    this.dispatchEvent(new Event('close'))
  },
})

/** Escape asks a modal dialog to close, and it may refuse. */
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
})

Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.dataset.popoverOpen = ''
  },
  hidePopover(this: HTMLElement) {
    delete this.dataset.popoverOpen
  },
  togglePopover(this: HTMLElement) {
    this.toggleAttribute('data-popover-open')
  },
  scrollIntoView() {},
})

/** A phone: no `min-width` holds, and nothing is preferred. */
const matchMedia = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

/** Sees everything that is observed at once, as if it were on the screen. */
class SeenAtOnce implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = '0px'
  readonly scrollMargin = '0px'
  readonly thresholds = [0]
  readonly #report: IntersectionObserverCallback

  constructor(report: IntersectionObserverCallback) {
    this.#report = report
  }

  observe(target: Element) {
    const box = target.getBoundingClientRect()
    const entry = {
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      boundingClientRect: box,
      intersectionRect: box,
      rootBounds: null,
      time: performance.now(),
    }
    queueMicrotask(() => this.#report([entry], this))
  }

  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

class NeverResized implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Hears the other tabs at once, as if they were on the screen beside this one. */
class NearChannel extends EventTarget {
  static readonly #open = new Set<NearChannel>()
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    NearChannel.#open.add(this)
  }

  postMessage(data: unknown) {
    for (const other of NearChannel.#open) {
      if (other === this || other.name !== this.name) continue
      other.dispatchEvent(new MessageEvent('message', { data }))
    }
  }

  close() {
    NearChannel.#open.delete(this)
  }
}

/** It rests as soon as it has done what it was at. */
const requestIdleCallback = (call: () => void) => setTimeout(call)

Object.assign(globalThis, {
  matchMedia,
  requestIdleCallback,
  BroadcastChannel: NearChannel,
  IntersectionObserver: SeenAtOnce,
  ResizeObserver: NeverResized,
  scrollTo() {},
})

/** As it is, whatever a test makes of the time. */
const { setTimeout: later } = globalThis
/** What lay over the page asks to leave the history, is out of it, and that is heard of. */
const turnsOfLeaving = 4

afterEach(async () => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  for (let turn = 0; turn < turnsOfLeaving; turn += 1) await new Promise((done) => later(done))
})
