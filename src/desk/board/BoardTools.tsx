import type { RefObject } from 'react'
import { Link } from 'react-router-dom'

import { Icon } from '#desk/ui/media/Icon.tsx'
import styles from './BoardPage.module.css'
import { Key } from '#desk/orders/OrderParts.tsx'
import { useOrderSound } from './orderSound.ts'
import { texts } from '#desk/orders/texts.ts'

type Props = {
  status: string
  isLive: boolean
  words: string
  isSearchOpen: boolean
  searchField: RefObject<HTMLInputElement | null>
  onSearch: (words: string) => void
  onOpenSearch: () => void
  onCloseSearch: () => void
  onToggleFilter: () => void
  /** Whether the role takes orders of customers on the phone. */
  canOrder: boolean
}

/** Search, connection and sound, at the end of the board's top bar. */
export function BoardTools(props: Props) {
  const { status, isLive, words, isSearchOpen, searchField, onSearch, onCloseSearch } = props
  const sound = useOrderSound()
  return (
    <div className={styles.tools}>
      <form
        className={styles.search}
        role="search"
        data-open={isSearchOpen || undefined}
        onSubmit={(event) => event.preventDefault()}
      >
        <Icon name="search" size="s" />
        <input
          ref={searchField}
          type="search"
          enterKeyHint="search"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          maxLength={80}
          value={words}
          onChange={({ target }) => onSearch(target.value)}
        />
        {isSearchOpen || words ? (
          <button
            type="button"
            className={styles.icon}
            aria-label={texts.closeSearch}
            onClick={onCloseSearch}
          >
            <Icon name="close" size="s" />
          </button>
        ) : (
          <Key>/</Key>
        )}
      </form>
      {props.canOrder && (
        <Link className={styles.newOrder} to="/orders/new">
          <Icon name="plus" size="s" />
          <span>{texts.takeOrder}</span>
        </Link>
      )}
      <span className={styles.live} data-live={isLive || undefined}>
        <i />
        <span>{status}</span>
      </span>
      <button
        type="button"
        className={`${styles.icon} ${styles.sound}`}
        aria-label={texts.sound}
        aria-pressed={sound.isOn}
        title={texts.soundIs(sound.isOn)}
        onClick={sound.toggle}
      >
        <Icon name="d-sound" />
      </button>
      <button
        type="button"
        className={`${styles.icon} ${styles.onPhone}`}
        aria-label={texts.search}
        onClick={props.onOpenSearch}
      >
        <Icon name="search" />
      </button>
      <button
        type="button"
        className={`${styles.icon} ${styles.onPhone}`}
        aria-label={texts.filter}
        onClick={props.onToggleFilter}
      >
        <Icon name="filter" />
      </button>
    </div>
  )
}
