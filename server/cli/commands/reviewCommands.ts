import { Command } from 'commander'

import type { Database } from '#server/database/client/connect.ts'
import {
  approvePhoto,
  type PendingPhoto,
  readPendingPhotos,
  rejectPhoto,
} from '#server/features/reviews/reviewPhotos.ts'
import { hideReview, readNewestReviews } from '#server/features/reviews/hideReviews.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import {
  confirm,
  type JsonOption,
  jsonOption,
  formatTime,
  print,
  printJson,
  parseShortText,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

const listPhotos = new Command('photos')
  .description('list photos in reviews that nobody has checked yet, oldest first, with their links')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db, publicOrigin }) => {
      const pending = (await readPendingPhotos(db)).map((photo) => ({
        ...photo,
        url: `${publicOrigin}${photo.url}`,
      }))
      if (json) return printJson(pending)
      for (const photo of pending) printPhoto(photo)
      print(pending.length === 1 ? '1 photo to check.' : `${pending.length} photos to check.`)
    }),
  )

function printPhoto({ id, at, productName, firstName, stars, words, url }: PendingPhoto) {
  const rating = stars === 1 ? '1 star' : `${stars} stars`
  print(`${id}  ${formatTime(at)}  ${productName}  ${rating}, ${firstName}`)
  if (words) print(`  ${words.replaceAll('\n', ' ')}`)
  print(`  ${url}`)
}

type Decision = {
  name: string
  description: string
  /** Confirmation question for an irreversible step. */
  confirmText?: (count: string) => string
  decide: (db: Database, id: string) => Promise<void>
  doneText: (id: string) => string
}

function decision({ name, description, confirmText, decide, doneText }: Decision): Command {
  const command = new Command(name)
    .description(description)
    .argument('<id...>', 'the ids from "review photos"')
    .option(...jsonOption)
  if (confirmText) command.option(...yesOption)
  return command.action((ids: string[], options: JsonOption & YesOption) =>
    withStore(async ({ db }) => {
      const count = ids.length === 1 ? 'this photo' : `these ${ids.length} photos`
      if (confirmText) await confirm(confirmText(count), options)
      const decided: string[] = []
      const unknown: string[] = []
      for (const id of ids) {
        if (!(await isKnown(decide(db, id)))) {
          unknown.push(id)
          continue
        }
        decided.push(id)
        if (!options.json) print(doneText(id))
      }
      if (options.json) printJson(decided.map((id) => ({ id, decision: name })))
      if (unknown.length > 0) throw new Error(unknownText(unknown))
    }),
  )
}

/** Whether there was a photo to decide about. One wrong id must not keep the others waiting. */
async function isKnown(decision: Promise<void>): Promise<boolean> {
  try {
    await decision
    return true
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return false
    throw error
  }
}

const unknownText = ([first, ...others]: string[]) =>
  others.length === 0
    ? `There is no review photo with the id ${first}`
    : `There are no review photos with the ids ${[first, ...others].join(', ')}`

const maxListed = 50

const listReviews = new Command('list')
  .description('list the newest reviews with their words, and why words are hidden')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const reviews = await readNewestReviews(db, maxListed)
      if (json) return printJson(reviews)
      for (const { id, at, productName, firstName, stars, words, hiddenReason } of reviews) {
        print(`${id}  ${formatTime(at)}  ${productName}  ${stars} of 5, ${firstName}`)
        if (words) print(`  ${words.replaceAll('\n', ' ')}`)
        if (hiddenReason !== null) print(`  Hidden: ${hiddenReason}`)
      }
      print(reviews.length === 1 ? '1 review.' : `${reviews.length} reviews.`)
    }),
  )

const hide = new Command('hide')
  .description('hide the words of a review from everybody but its author; its stars still count')
  .argument('<id>', 'the id from "review list"')
  .requiredOption(
    '--reason <text>',
    'the reason, which is kept, such as "Names another customer"',
    parseShortText(200),
  )
  .action((id: string, { reason }: { reason: string }) =>
    withStore(async ({ db }) => {
      await hideReview(db, id, reason)
      print(`The words of ${id} are hidden.`)
    }),
  )

const show = new Command('show')
  .description('show the hidden words of a review again')
  .argument('<id>', 'the id from "review list"')
  .action((id: string) =>
    withStore(async ({ db }) => {
      await hideReview(db, id, null)
      print(`The words of ${id} are shown.`)
    }),
  )

export const reviewCommand = new Command('review')
  .description('check the photos and words of reviews')
  .addCommand(listReviews)
  .addCommand(hide)
  .addCommand(show)
  .addCommand(listPhotos)
  .addCommand(
    decision({
      name: 'approve',
      description: 'show photos with their reviews',
      decide: approvePhoto,
      doneText: (id) => `${id} is shown with its review.`,
    }),
  )
  .addCommand(
    decision({
      name: 'reject',
      description: 'delete photos, including published ones; their reviews stay',
      confirmText: (count) => `Delete ${count}?`,
      decide: rejectPhoto,
      doneText: (id) => `${id} is deleted.`,
    }),
  )
