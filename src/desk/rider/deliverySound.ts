import { atom, getDefaultStore } from 'jotai'

/** A setting of the phone: off until the rider turns it on. */
const storageKey = 'desk-delivery-sound'

const read = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

export const soundAtom = atom(read())

let context: AudioContext | undefined

/** Turns the sound on or off. Turning it on plays it, which also lets the browser play it later. */
export function toggleSound(): void {
  const isOn = !getDefaultStore().get(soundAtom)
  getDefaultStore().set(soundAtom, isOn)
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // It then lasts as long as the page.
  }
  if (isOn) playSound()
}

/** Two short tones. Browsers without sound stay silent. */
export function playSound(): void {
  if (!('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  void context.resume().catch(() => undefined)
  for (const [position, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const start = context.currentTime + position * 0.18
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.2, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.16)
  }
}
