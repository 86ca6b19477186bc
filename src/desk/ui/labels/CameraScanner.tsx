import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import styles from './CameraScanner.module.css'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { texts as uiTexts } from '#desk/ui/texts.ts'

const texts = uiTexts.camera

/** The part of the browser's Barcode Detection API that is used; TypeScript does not know it. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const formats = ['code_128', 'qr_code']
const intervalMs = 200
/** The same label stays before the camera for a while. */
const repeatAfterMs = 2000

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether the browser reads codes from the camera. */
export const canScanWithCamera = (): boolean =>
  detectorClass() !== undefined && navigator.mediaDevices !== undefined

type Props = {
  onScan: (code: string) => void
  /** What the last scan led to; it stands below the picture. */
  answer: string | undefined
}

/** A button that opens the camera, which reads one label after another; absent where the browser cannot. */
export function CameraScanner({ onScan, answer }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (!canScanWithCamera()) return null
  return (
    <>
      <Button
        variant="line"
        leftSection={<Icon name="camera" size="s" />}
        onClick={() => setIsOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setIsOpen(false)} title={texts.title}>
          <Camera onScan={onScan} answer={answer} />
        </Dialog>
      )}
    </>
  )
}

function Camera({ onScan, answer }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const Detector = detectorClass()
    if (!Detector) return
    const detector = new Detector({ formats })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = { code: '', at: 0 }

    async function look() {
      const barcodes = video.current ? await detector.detect(video.current).catch(() => []) : []
      if (isOver) return
      const code = barcodes[0]?.rawValue
      const now = Date.now()
      if (code && (code !== last.code || now - last.at > repeatAfterMs)) {
        last = { code, at: now }
        scanned(code)
      }
      timer = setTimeout(() => void look(), intervalMs)
    }
    async function start() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isOver) return stop()
        if (!video.current) return
        video.current.srcObject = stream
        await video.current.play()
        void look()
      } catch (error) {
        if (isOver) return
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
        setProblem(isDenied ? texts.denied : texts.failed)
      }
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())

    void start()
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  if (problem) return <Note kind="bad">{problem}</Note>
  return (
    <div className={styles.camera}>
      <video ref={video} muted playsInline aria-label={texts.picture} />
      <p>{answer ?? texts.hint}</p>
    </div>
  )
}
