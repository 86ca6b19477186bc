import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'

import { cleanup, configure } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterAll, afterEach, vi } from 'vitest'

import { markHydrated } from '#platform/rendering/hydration.ts'

/** Slowness of a busy machine must not fail a test. */
configure({ asyncUtilTimeout: 15_000 })

// A device in India, whatever the time zone of the machine.
Date.prototype.getTimezoneOffset = () => -330

// Nothing here was rendered by a server.
markHydrated()

/** Browser APIs that the page uses and jsdom lacks. */

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

/** Escape asks a modal dialog to close, which it may refuse. */
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

/** A phone: no `min-width` query matches, and there are no preferences. */
const matchMedia = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

/** Reports every observed element as visible at once. */
class VisibleIntersectionObserver implements IntersectionObserver {
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

/** Delivers messages of other tabs at once. */
class SyncBroadcastChannel extends EventTarget {
  static readonly #open = new Set<SyncBroadcastChannel>()
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    SyncBroadcastChannel.#open.add(this)
  }

  postMessage(data: unknown) {
    for (const other of SyncBroadcastChannel.#open) {
      if (other === this || other.name !== this.name) continue
      other.dispatchEvent(new MessageEvent('message', { data }))
    }
  }

  close() {
    SyncBroadcastChannel.#open.delete(this)
  }
}

/** Runs idle callbacks as soon as the current work is done. */
const requestIdleCallback = (call: () => void) => setTimeout(call)

Object.assign(document, { elementsFromPoint: () => [] })
Object.assign(Performance.prototype, { getEntriesByType: () => [], clearResourceTimings() {} })
Object.assign(globalThis, {
  matchMedia,
  requestIdleCallback,
  BroadcastChannel: SyncBroadcastChannel,
  IntersectionObserver: VisibleIntersectionObserver,
  ResizeObserver: NeverResized,
  scrollTo() {},
})

/** The real timer, even if a test uses fake timers. */
const { setTimeout: later } = globalThis
/** An overlay leaves the history asynchronously, and its event follows that. */
const turnsUntilClosed = 4

afterEach(async () => {
  cleanup()
  // A toast outlives its page, and the next test would find it too.
  toast.remove()
  localStorage.clear()
  sessionStorage.clear()
  for (let turn = 0; turn < turnsUntilClosed; turn += 1) await new Promise((done) => later(done))
})

// A read of the last test may still wait for the import of its schema, and then needs the document.
afterAll(async () => {
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < turnsUntilClosed; turn += 1) await new Promise((done) => later(done))
})
