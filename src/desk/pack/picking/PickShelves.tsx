import { useState } from 'react'

import { Icon } from '#desk/ui/media/Icon.tsx'
import { Photo, Photos } from '#desk/ui/media/Photo.tsx'
import { BagLetter } from '#desk/pack/BagLetter.tsx'
import type { PickRound } from './pickData.ts'
import { isPicked, type PickLine, type ShelfGroup, groupByShelf } from './pickRound.ts'
import styles from './PickShelves.module.css'
import { Shortage } from './Shortage.tsx'
import { texts } from '#desk/pack/texts.ts'

/** The items of the round by shelf. A shelf of which everything is picked is folded up. */
export function PickShelves({ round }: { round: PickRound }) {
  const shelves = groupByShelf(round.lines)
  const next = shelves.flatMap(({ lines }) => lines).find((line) => !isPicked(line))
  return (
    <section className={styles.card} aria-label={texts.byShelf}>
      <ul>
        {shelves.map((shelf) => (
          <li key={shelf.name}>
            <ShelfItems shelf={shelf} next={next} round={round} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ShelfProps = { shelf: ShelfGroup; next: PickLine | undefined; round: PickRound }

function ShelfItems({ shelf, next, round }: ShelfProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isDone = isPicked(shelf)
  return (
    <>
      {isDone ? (
        <button
          type="button"
          className={styles.done}
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          <b>{shelf.name ?? texts.noShelf}</b>
          <Photos photos={shelf.lines.slice(0, 4).map(({ photo }) => photo)} size="s" />
          <span className={styles.good}>
            <Icon name="check" size="s" />
            <span>{texts.allPicked(shelf.quantity)}</span>
          </span>
          <Icon name="chevron-down" size="s" />
        </button>
      ) : (
        <h2 className={styles.shelf}>
          <b>{shelf.name ?? texts.noShelf}</b>
          {shelf.name === null && <span>{texts.noShelfHint}</span>}
          <small>{texts.pickedOf(shelf.picked, shelf.quantity)}</small>
        </h2>
      )}
      {(!isDone || isUnfolded) && (
        <ul>
          {shelf.lines.map((line) => (
            <PickLineRow key={line.key} line={line} isNext={line === next} round={round} />
          ))}
        </ul>
      )}
    </>
  )
}

type PickLineProps = { line: PickLine; isNext: boolean; round: PickRound }

function PickLineRow({ line, isNext, round }: PickLineProps) {
  const [isShort, setIsShort] = useState(false)
  const { name, brand, photo, size, quantity, picked, letter, number, isTrialSize } = line
  const isDone = isPicked(line)
  const problem = round.list.pickProblem
  return (
    <li className={styles.line} data-done={isDone || undefined} data-next={isNext || undefined}>
      <Photo src={photo} size="l" />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.brand}>{brand}</p>
        <p className={styles.facts}>
          <span className={styles.size}>{size}</span>
          <b>{`× ${quantity}`}</b>
          <BagLetter letter={letter} isSmall />
          <span className={styles.number}>{number}</span>
          {isTrialSize && <span className={styles.tag}>{texts.trialSize}</span>}
        </p>
      </div>
      <button
        type="button"
        className={styles.tick}
        data-short={isShort && !isDone ? true : undefined}
        aria-label={(isDone ? texts.untick : texts.tick)(line)}
        onClick={() => round.setPicked(line, isDone ? picked - 1 : picked + 1)}
      >
        {isDone ? <Icon name="check" /> : <span>{`${picked}/${quantity}`}</span>}
      </button>
      {!isDone && (
        <p className={styles.below}>
          {isNext && (
            <span className={styles.hint}>
              <Icon name="d-scan" size="s" />
              <span>{texts.next}</span>
            </span>
          )}
          <button
            type="button"
            className={styles.link}
            aria-expanded={isShort}
            onClick={() => setIsShort(!isShort)}
          >
            {texts.cannotFind}
          </button>
        </p>
      )}
      {problem?.key === line.key && (
        <p className={styles.problem} role="alert">
          {problem.text}
        </p>
      )}
      {isShort && !isDone && (
        <div className={styles.shortage}>
          <Shortage line={line} round={round} onResolved={() => setIsShort(false)} />
        </div>
      )}
    </li>
  )
}
