import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'

const storageKey = 'desk-board-sound'

function storedSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

const soundAtom = atom(storedSetting())

let audio: AudioContext | undefined

/** Browsers let a page sound only after a click or a key. */
function unlock(): void {
  audio ??= 'AudioContext' in globalThis ? new AudioContext() : undefined
  void audio?.resume().catch(() => undefined)
}

const notes = [
  { frequency: 880, startS: 0 },
  { frequency: 1174.66, startS: 0.16 },
]
const noteS = 0.3

/** Two rising notes. Silent until the page was used. */
export function playNewOrder(): void {
  if (audio?.state !== 'running') return
  for (const { frequency, startS } of notes) {
    const [oscillator, volume] = [audio.createOscillator(), audio.createGain()]
    const startsAt = audio.currentTime + startS
    oscillator.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, startsAt)
    volume.gain.exponentialRampToValueAtTime(0.3, startsAt + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, startsAt + noteS)
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(startsAt)
    oscillator.stop(startsAt + noteS)
  }
}

/** Whether new orders sound on this device: off until somebody switches it on. */
export function useOrderSound() {
  const [isOn, setIsOn] = useAtom(soundAtom)
  useEffect(() => {
    if (!isOn) return
    document.addEventListener('pointerdown', unlock)
    document.addEventListener('keydown', unlock)
    return () => {
      document.removeEventListener('pointerdown', unlock)
      document.removeEventListener('keydown', unlock)
    }
  }, [isOn])

  function toggle() {
    setIsOn(!isOn)
    try {
      localStorage.setItem(storageKey, isOn ? 'off' : 'on')
    } catch {
      // Where storage is denied, the setting lasts as long as the page.
    }
    if (isOn) return
    unlock()
    // The click that switches it on is the proof that it works.
    void audio?.resume().then(playNewOrder, () => undefined)
  }
  return { isOn, toggle }
}
