import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { OwnReview } from '#contract/catalogue/review.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aUser } from '#tests/support/shopper/builders.ts'
import { WriteReview } from './WriteReview.tsx'

type UploadResponse = { status: number; body: unknown } | 'offline'

/** The store's responses to uploads, in order; the last one repeats. */
let uploadResponses: UploadResponse[] = []
let uploadedTo: string[] = []

class FakeUpload {
  upload = {}
  status = 0
  response: unknown
  onload = () => {}
  onerror = () => {}
  open = (_method: string, path: string) => void uploadedTo.push(path)
  setRequestHeader = () => {}
  getResponseHeader = () => '1'
  abort = () => {}
  send() {
    const response = uploadResponses.length > 1 ? uploadResponses.shift() : uploadResponses[0]
    setTimeout(() => {
      if (!response || response === 'offline') return this.onerror()
      Object.assign(this, { status: response.status, response: response.body })
      this.onload()
    })
  }
}

const uploaded = (nth: number): UploadResponse => ({
  status: 200,
  body: { success: true, result: { url: `/photos/pending/${nth}.webp` } },
})
const refused = (code: string, msg: string) => ({ success: false, code, msg })

beforeEach(() => {
  uploadResponses = [uploaded(1)]
  uploadedTo = []
  own = null
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} }),
  )
  saveSession(aUser())
})
afterEach(async () => {
  clearSession()
  await clearPersisted()
})

/** The review that the store has; undefined if it cannot be read. */
let own: OwnReview | null | undefined

/** The button on an order, with a store that responds to reviews; returns the reviews that were sent. */
function show(...responses: Response[]) {
  renderInStore(
    <>
      <WriteReview product={{ _id: 'kurta', name: 'Blue kurta' }} />
      <Toasts />
    </>,
    {
      responses: {
        'products/kurta/reviews/own': own === undefined ? undefined : { review: own },
        'products/kurta/reviews': () =>
          responses.shift() ?? Response.json({ success: true, msg: 'Thank you for your review' }),
      },
    },
  )
  const sent: unknown[] = []
  const respond = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (request instanceof Request && request.method === 'POST')
      sent.push(await request.clone().json())
    return respond(request)
  })
  return sent
}

const open = async (name = 'Write a review') => {
  await userEvent.click(screen.getByRole('button', { name }))
  return screen.findByRole('dialog', { name })
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
const aFile = (size = 4) => new File([new Uint8Array(size)], 'photo.jpg', { type: 'image/jpeg' })
const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText('Choose photos'), files)

async function write() {
  const dialog = await open()
  await userEvent.click(within(dialog).getByRole('radio', { name: '4 stars' }))
  await userEvent.type(within(dialog).getByLabelText('Your review (optional)'), 'Soft')
  return dialog
}

test('a review is sent with its photos [product.8]', async () => {
  uploadResponses = [uploaded(1), uploaded(2)]
  const sent = show()
  const dialog = await write()

  await choose(aFile(), aFile())
  expect(await screen.findByText('Photo 1 uploaded')).toBeInTheDocument()
  expect(await screen.findByText('Photo 2 uploaded')).toBeInTheDocument()
  await send()

  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(sent).toEqual([
    { stars: 4, words: 'Soft', photos: ['/photos/pending/1.webp', '/photos/pending/2.webp'] },
  ])
  expect(uploadedTo[0]).toBe('/api/products/kurta/reviews/photos')
  await open('Edit your review')
  expect(screen.getByLabelText('Your review (optional)')).toHaveValue('')
  expect(screen.queryByRole('img')).toBeNull()
})

const photoOf = (name: string, isPending: boolean) => ({
  url: `/photos/${name}.webp`,
  thumbnail: `/photos/${name}-small.webp`,
  isPending,
})
const earlier: OwnReview = {
  stars: 3,
  words: 'Soft, but it faded',
  fit: 'small',
  size: 'M',
  firstName: 'Asha',
  at: '2026-11-20T10:00:00Z',
  photos: [photoOf('reviews/1', false), photoOf('pending/2', true)],
}

test('a review sent before is filled in, and its photos stay unless they are removed [product.8]', async () => {
  own = earlier
  const sent = show()
  await open()
  expect(await screen.findByDisplayValue('Soft, but it faded')).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: '3 stars' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Runs small' })).toBeChecked()

  await userEvent.click(screen.getByRole('button', { name: 'Remove Photo 1' }))
  await choose(aFile())
  expect(await screen.findByText('Photo 2 uploaded')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: '5 stars' }))
  await send()

  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    stars: 5,
    words: 'Soft, but it faded',
    fit: 'small',
    photos: ['/photos/pending/2.webp', '/photos/pending/1.webp'],
  })
})

test('the photos of an earlier review that fails to load are kept [product.8]', async () => {
  own = undefined
  const sent = show()
  await write()
  await send()

  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('photos')
})

test('up to four photos can be added [product.8]', async () => {
  show()
  await open()

  await choose(aFile(), aFile(), aFile(), aFile(), aFile())

  expect(screen.getAllByRole('img')).toHaveLength(4)
  expect(screen.queryByLabelText('Choose photos')).toBeNull()
})

test('text and photos stay when the form is closed [product.8]', async () => {
  const sent = show()
  const dialog = await write()
  await choose(aFile())
  await screen.findByText('Photo 1 uploaded')

  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await open()

  expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked()
  expect(screen.getByLabelText('Your review (optional)')).toHaveValue('Soft')
  await send()
  await waitFor(() =>
    expect(sent).toEqual([{ stars: 4, words: 'Soft', photos: ['/photos/pending/1.webp'] }]),
  )
})

test('a photo whose upload failed must be sent again or removed first; no text is lost [product.8]', async () => {
  uploadResponses = ['offline', uploaded(1)]
  const sent = show()
  await write()
  await choose(aFile())
  await screen.findByText('Not uploaded')

  await send()
  expect(
    screen.getByText('Some photos weren’t uploaded. Please try again or remove them.'),
  ).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Upload Photo 1 again' }))
  await screen.findByText('Photo 1 uploaded')
  await send()

  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ words: 'Soft', photos: ['/photos/pending/1.webp'] })
})

test.for<[string, File, UploadResponse, string]>([
  ['too large', aFile(3 * 1024 * 1024), uploaded(1), 'This photo is too large'],
  [
    'not a photo',
    aFile(),
    { status: 400, body: refused('invalid', 'Choose a JPEG, PNG or WebP photo') },
    'Choose a JPEG, PNG or WebP photo',
  ],
  [
    'over today’s limit',
    aFile(),
    { status: 429, body: refused('too_many', 'You’ve reached today’s limit for photos.') },
    'You’ve reached today’s limit for photos.',
  ],
])(
  'a file that is %s can be removed, and the review is sent without it [product.8]',
  async ([, file, response, message]) => {
    uploadResponses = [response]
    const sent = show()
    await write()
    await choose(file)

    expect(await screen.findByText(message)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Photo 1' }))
    await send()

    await waitFor(() => expect(sent).toEqual([{ stars: 4, words: 'Soft', photos: [] }]))
  },
)

test('a review that the store refuses stays in the form [product.8]', async () => {
  const msg = 'A photo is no longer available. Please add your photos again.'
  const headers = { 'x-api': '1' }
  const sent = show(Response.json(refused('invalid', msg), { status: 400, headers }))
  await write()
  await choose(aFile())
  await screen.findByText('Photo 1 uploaded')

  await send()

  expect(await screen.findByText(msg)).toBeInTheDocument()
  expect(screen.getByLabelText('Your review (optional)')).toHaveValue('Soft')
  await send()
  await waitFor(() => expect(sent).toHaveLength(2))
})
