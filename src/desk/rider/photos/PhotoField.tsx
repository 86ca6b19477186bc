import { useEffect, useId, useRef, useState } from 'react'

import { Icon } from '#desk/ui/media/Icon.tsx'
import { deletePhotos, storePhoto, readPhoto } from './storedPhotos.ts'
import styles from './PhotoField.module.css'
import { texts as riderTexts } from '#desk/rider/texts.ts'

const texts = riderTexts.photos

type Props = {
  label: string
  /** The kept photos. */
  ids: readonly string[]
  max: number
  onChange: (ids: string[]) => void
}

/** Takes photos with the phone's camera, and shows them. */
export function PhotoField({ label, ids, max, onChange }: Props) {
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function add(file: File | undefined) {
    if (!file) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      onChange([...ids, await storePhoto(file)])
    } catch {
      setProblem(texts.unreadable)
    }
    setIsBusy(false)
    if (input.current) input.current.value = ''
  }
  function remove(id: string) {
    void deletePhotos([id])
    onChange(ids.filter((other) => other !== id))
  }
  return (
    <div className={styles.field}>
      <ul className={styles.photos} aria-label={texts.taken}>
        {ids.map((id, position) => (
          <li key={id}>
            <StoredPhoto id={id} alt={texts.photo(position + 1)} />
            <button
              type="button"
              aria-label={texts.remove(position + 1)}
              onClick={() => remove(id)}
            >
              <Icon name="close" size="s" />
            </button>
          </li>
        ))}
        {ids.length < max && (
          <li>
            <label className={styles.add} htmlFor={inputId} data-busy={isBusy || undefined}>
              <Icon name="camera" />
              <span>{isBusy ? texts.saving : label}</span>
            </label>
            <input
              ref={input}
              id={inputId}
              type="file"
              accept="image/*"
              capture="environment"
              disabled={isBusy}
              onChange={({ target }) => void add(target.files?.[0])}
            />
          </li>
        )}
      </ul>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  )
}

function StoredPhoto({ id, alt }: { id: string; alt: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let isOver = false
    void readPhoto(id).then((read) => {
      if (!isOver) setUrl(read)
    })
    return () => {
      isOver = true
    }
  }, [id])
  return url ? <img src={url} alt={alt} /> : null
}
