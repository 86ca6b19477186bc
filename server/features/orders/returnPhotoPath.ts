const folder = '/photos/returns/'

/** Where a picture of what came back is to be seen. Its id cannot be guessed. */
export const returnPhotoPath = (id: string) => `${folder}${id}.webp`

/** Whether an address is of a picture that was put there; anything else is not kept. */
export const isReturnPhoto = (path: string) => /^\/photos\/returns\/[\w-]{36}\.webp$/.test(path)
